import type { Kind } from '@atelier/catalog';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { type FormValues, pricedInput } from './form-values.ts';

/** Above these a video costs more or takes longer (product-1 section 9, "Warning"). */
const maxQuietFrames = 81;
const maxQuietSteps = 35;

/** What the settings around it cost, and a warning about those that are dear. */
export function Estimate({ kind, values }: { kind: Kind; values: FormValues }) {
  const { t, i18n } = useTranslation('create');
  const input = pricedInput(kind, values);
  const { costCredits } = kind.price(input);
  const warnings = [
    ...(Number(input.num_frames) > maxQuietFrames ? [t('estimate.frames')] : []),
    ...(kind.medium === 'video' && Number(input.num_inference_steps) > maxQuietSteps
      ? [t('estimate.steps')]
      : []),
  ];
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{t('estimate.title')}</span>
        <span className="tabular-nums">{formatCredits(costCredits, i18n.language)}</span>
      </p>
      <div role="status" className="grid gap-1">
        {warnings.map((warning) => (
          <p key={warning} className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            {warning}
          </p>
        ))}
      </div>
    </div>
  );
}
