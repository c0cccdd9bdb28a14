import type { PublicGeneration } from '@atelier/contract';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { useCancel } from '#product/generation/actions/use-cancel.ts';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { MakingPicture } from '#product/generation/pictures/making-picture.tsx';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { followCourse, minShownSeconds } from '#product/generation/progress/progress.ts';
import { useStageName } from '#product/generation/progress/stage-label.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** A running generation, in the size and shape of the tiles that it will be one of. */
export function RunningTile({ generation, heightPx }: { generation: PublicGeneration; heightPx: number }) {
  const { t, i18n } = useTranslation('preview');
  const course = followCourse(generation.id, generation, useNow(true));
  const stage = useStageName(generation);
  const { isCancelling, cancel } = useCancel(generation);
  const held = generation.credits.held;
  const isClockShown = course.spentSeconds >= minShownSeconds;
  return (
    <article aria-label={generation.prompt} className="relative w-full" style={{ height: heightPx }}>
      <div className="absolute inset-0 overflow-hidden rounded-md bg-stage">
        <MakingPicture generation={generation} isSmall />
        <div className="absolute inset-x-0 bottom-0 grid grid-cols-[minmax(0,1fr)] gap-1 bg-linear-to-t from-shade to-transparent px-2.5 pt-8 pb-2.5 text-xs text-on-accent tabular-nums">
          <p dir="auto" title={generation.prompt} className="truncate">
            {makeExcerpt(generation.prompt, tilePromptLength)}
          </p>
          <p className="flex justify-between gap-2">
            <span title={stage} className="truncate font-semibold">
              {stage}
            </span>
            {isClockShown ? <span>{formatClock(course.spentSeconds)}</span> : null}
          </p>
          <CourseBar label={t('progress')} generation={generation} course={course} isLight />
        </div>
      </div>
      {generation.can_cancel ? (
        <IconButton
          label={t('cancel', { credits: formatCredits(held, i18n.language), count: held })}
          isSmall
          tooltipSide="left"
          aria-busy={isCancelling}
          onClick={cancel}
          className="absolute! top-1 right-1 bg-canvas/75 pointer-coarse:size-11"
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </article>
  );
}
