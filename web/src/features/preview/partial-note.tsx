import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { countImages } from './count-images.ts';

/** Fewer results than asked for: how many, why, and that they were not charged. */
export function PartialNote({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  if (generation.status !== 'partial') return null;
  const total = countImages(generation);
  const flagged = generation.outputs.filter((output) => output.is_flagged).length;
  const missing = total - flagged - shownOutputs(generation).length;
  return (
    <div className="mt-3 text-sm">
      {flagged > 0 ? <p>{t('partial.flagged', { count: flagged, total })}</p> : null}
      {missing > 0 ? <p>{t('partial.missing', { count: missing, total })}</p> : null}
      {generation.credits.released > 0 ? (
        <p className="font-medium text-ok-text">{t('returned', { count: generation.credits.released })}</p>
      ) : null}
    </div>
  );
}
