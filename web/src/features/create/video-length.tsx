import type { Kind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { type FormValues, pricedInput } from './form-values.ts';

/** The length of kinds that have no duration to choose: frames divided by frames per second (ruling 11). */
export function VideoLength({ kind, values }: { kind: Kind; values: FormValues }) {
  const { t, i18n } = useTranslation('create');
  const { num_frames: frames, frames_per_second: fps } = pricedInput(kind, values);
  if (typeof frames !== 'number' || typeof fps !== 'number') return null;
  const seconds = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(frames / fps);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="font-medium">{t('lengthLabel')}</span>
      <span className="text-ink-soft tabular-nums">{t('length', { count: frames, fps, seconds })}</span>
    </p>
  );
}
