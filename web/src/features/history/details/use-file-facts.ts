import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#lib/format/format-bytes.ts';
import type { Fact } from '#product/generation/facts.tsx';

/** What was read from the file itself. */
export function useFileFacts(generation: PublicGeneration): Fact[] {
  const { t, i18n } = useTranslation('history');
  const output = generation.outputs[0];
  if (!output) return [];
  const { width, height, duration_seconds: duration, fps, bytes } = output;
  const say = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  return [
    ...(width && height ? [{ label: t('details.size'), value: `${width} × ${height}` }] : []),
    ...(duration ? [{ label: t('details.duration'), value: t('seconds', { value: say(duration) }) }] : []),
    ...(fps ? [{ label: t('details.fps'), value: t('fps', { value: say(fps) }) }] : []),
    ...(bytes ? [{ label: t('details.bytes'), value: formatBytes(bytes, i18n.language) }] : []),
  ];
}
