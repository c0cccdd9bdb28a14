import type { Kind } from '@atelier/catalog';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { isMoving } from '#product/media-facts.build.ts';
import { type FormValues, pricedInput, videoLength } from './form-values.ts';

/** Limits above which a video costs more or takes longer, so that the estimate warns; a form's defaults never do. */
const maxQuietFrames = 81;
const maxQuietSteps = 35;

const quietSteps = ({ fields }: Kind) =>
  Math.max(maxQuietSteps, Number(fields.num_inference_steps?.default ?? 0));

type EstimateProps = { kind: Kind; values: FormValues };

/** Result of the advanced fields: the length of the video, the price, and what raises it. */
export function Estimate({ kind, values }: EstimateProps) {
  const { t, i18n } = useTranslation('create');
  const input = pricedInput(kind, values);
  const { costCredits } = kind.price(input);
  const warnings = [
    ...(Number(input.num_frames) > maxQuietFrames ? [t('estimate.frames')] : []),
    ...(isMoving[kind.medium] && Number(input.num_inference_steps) > quietSteps(kind)
      ? [t('estimate.steps')]
      : []),
  ];
  return (
    <div className="grid gap-2 text-sm">
      <VideoLength kind={kind} values={values} />
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

/** How the length of the delivered video comes about, for kinds without a duration to choose. */
function VideoLength({ kind, values }: EstimateProps) {
  const { t, i18n } = useTranslation('create');
  const length = videoLength(kind, values);
  if (!length) return null;
  const seconds = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(length.seconds);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="font-medium">{t('lengthLabel')}</span>
      <span className="text-ink-soft tabular-nums">
        {t('length', { count: length.frames, fps: length.fps, seconds })}
      </span>
    </p>
  );
}
