import type { GenerationStage, PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { classNames } from '#ui/class-names.ts';
import type { Course } from './course.ts';
import { minShownSeconds } from './progress.ts';
import { useStageName } from './stage-label.ts';

const steps: readonly GenerationStage[] = ['reserved', 'queued', 'generating', 'saving'];

/**
 * The stages of what runs, with the present one's place or the time spent. Where its `@container` has little room, that
 * one alone.
 */
export function StageSteps({ generation, course }: { generation: PublicGeneration; course: Course }) {
  const { t } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position } = generation.progress;
  const at = steps.indexOf(stage);
  const isClockShown = stage === 'generating' && course.spentSeconds >= minShownSeconds;
  const detail = isClockShown
    ? formatClock(course.spentSeconds)
    : stage === 'queued' && position !== null
      ? t('preview:place', { count: position + 1, ordinal: true })
      : undefined;
  const name = useStageName(generation);
  const shown = at < 0 ? [stage] : steps;
  return (
    <ol className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-faint tabular-nums">
      {shown.map((step, place) => {
        const isPresent = step === stage;
        return (
          <li
            key={step}
            aria-current={isPresent ? 'step' : undefined}
            className={classNames('items-center gap-1.5', isPresent ? 'flex' : 'hidden @xl:flex')}
          >
            {place > 0 ? (
              <span aria-hidden="true" className="mr-0.5 hidden h-px w-3 bg-line-strong @xl:flex" />
            ) : null}
            {isPresent ? (
              <span aria-hidden="true" className="size-2 rounded-full bg-accent-text" />
            ) : place < at ? (
              <Check size={14} aria-hidden="true" />
            ) : null}
            <span className={isPresent ? 'font-semibold text-ink' : undefined}>
              {isPresent ? name : t(`shell:stage.${step}`)}
            </span>
            {isPresent && detail ? <span>{detail}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
