import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { classNames } from '#ui/class-names.ts';
import type { Course } from './course.ts';
import { useStageLabel } from './stage-label.ts';

type CourseBarProps = {
  label: string;
  generation: PublicGeneration;
  course: Course;
  /** Whether the bar lies on a picture. */
  isLight?: boolean;
};

/** How far a generation is, with a tick at its likely end. Read aloud in the words of its stage, not as a percentage. */
export function CourseBar({ label, generation, course, isLight = false }: CourseBarProps) {
  const words = useStageLabel(generation, course);
  const { fill, about } = course;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fill * 100)}
      aria-valuetext={words}
      className="relative"
    >
      <div
        className={classNames('h-1 overflow-hidden rounded-full', !isLight && 'bg-line')}
        style={isLight ? { background: 'rgb(255 255 255 / 0.3)' } : undefined}
      >
        <div
          className={classNames(
            'h-full origin-left rounded-full transition-transform duration-700 ease-calm',
            isLight ? 'bg-on-accent' : 'bg-accent-text',
          )}
          style={{ transform: `scaleX(${fill})` }}
        />
      </div>
      {about ? (
        // Moved by a transform, which is no shift of the layout.
        <span className="absolute inset-x-0 -top-0.5 h-2 overflow-x-clip">
          <span className="absolute inset-0" style={{ transform: `translateX(${about.at * 100}%)` }}>
            <span
              className={classNames(
                'absolute inset-y-0 -ml-px w-0.5 rounded-full',
                isLight ? 'bg-on-accent' : 'bg-ink-soft',
              )}
            />
          </span>
        </span>
      ) : null}
    </div>
  );
}

/** Closer to the end of the bar, the likely end would lie under the latest one. */
const lastPlace = 0.7;

/** The ends that the bar is drawn with, below it. Its words say the same to those who cannot see them. */
export function CourseMarks({ course: { about, mostSeconds, isAlmostDone, isLate } }: { course: Course }) {
  const { t } = useTranslation('preview');
  const isBeside = about !== undefined && about.at > lastPlace;
  return (
    <div
      aria-hidden="true"
      className="relative flex h-4 justify-end gap-2 text-xs text-ink-faint tabular-nums"
    >
      {about ? (
        <span
          className={isBeside ? undefined : 'absolute -translate-x-1/2 whitespace-nowrap'}
          style={isBeside ? undefined : { insetInlineStart: `${about.at * 100}%` }}
        >
          {t('wait', { time: formatClock(about.seconds) })}
        </span>
      ) : null}
      {isAlmostDone ? <span>{t('almostDone')}</span> : null}
      {isLate ? <span>{t('longer')}</span> : null}
      {mostSeconds === undefined ? null : <span>{t('most', { time: formatClock(mostSeconds) })}</span>}
    </div>
  );
}
