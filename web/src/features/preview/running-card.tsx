import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useNow } from '#lib/use-now.ts';
import { useCancel } from '#product/generation/actions/use-cancel.ts';
import { MakingPicture } from '#product/generation/pictures/making-picture.tsx';
import { CourseBar, CourseMarks } from '#product/generation/progress/course-bar.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import { useStageLabel } from '#product/generation/progress/stage-label.ts';
import { StageSteps } from '#product/generation/progress/stage-steps.tsx';
import { LazyWaitingLine } from '#product/line/lazy-waiting-line.ts';
import { asksForStandIn } from '#product/line/stand-in-asked.ts';
import { isSet } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import { ImageGrid } from './image-grid.tsx';
import { footHeight, PromptLine } from './prompt-line.tsx';

// Apart, because hardly anything waits for an answer.
const StandInOffer = lazyPart(
  async () => {
    const [{ StandInOffer }] = await Promise.all([import('./stand-in-offer.tsx'), loadMessages('stand-in')]);
    return StandInOffer;
  },
  { note: 'nowhere' },
);

type RunningCardProps = {
  cardKey: string;
  generation: PublicGeneration;
  /** The input, where it is what the result is about. */
  picture?: ReactNode;
  /** Low, beside a result that has the stage. */
  isCompact?: boolean;
};

export function RunningCard({ cardKey, generation, picture, isCompact = false }: RunningCardProps) {
  const { t } = useTranslation('preview');
  const course = followCourse(cardKey, generation, useNow(true));
  const isWaiting = generation.status === 'waiting';
  const isAsked = asksForStandIn(generation);
  const bar = <CourseBar label={t('progress')} generation={generation} course={course} />;
  const cancel = generation.can_cancel ? <CancelButton generation={generation} /> : null;
  const about = (
    <>
      <PromptLine generation={generation} />
      {isAsked ? (
        <Suspense fallback={null}>
          <StandInOffer generation={generation} />
        </Suspense>
      ) : null}
    </>
  );
  if (isCompact)
    return (
      <div className="@container flex items-center gap-4 rounded-lg border border-line bg-surface p-3">
        <div className="w-24 shrink-0">
          <Box generation={generation} picture={picture} isSmall />
        </div>
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3 text-sm">
          <div className="flex flex-col items-start justify-between gap-3 @lg:flex-row">
            <div className="max-w-full min-w-0">
              <StageLine cardKey={cardKey} generation={generation} />
              {about}
            </div>
            {cancel}
          </div>
          {isWaiting ? null : bar}
        </div>
      </div>
    );
  return (
    <>
      {isSet[generation.medium] && !picture ? (
        <ImageGrid generation={generation} renderCell={() => <MakingPicture generation={generation} />} />
      ) : (
        <Box generation={generation} picture={picture} />
      )}
      {/* The foot is as high as what its result has in this place. */}
      <div
        className="mt-3 grid grid-cols-[minmax(0,1fr)] content-start gap-1"
        style={{ minHeight: footHeight }}
      >
        <div className="@container flex min-h-8 flex-wrap items-center justify-between gap-x-4">
          {isWaiting ? (
            <StageLine cardKey={cardKey} generation={generation} />
          ) : (
            <StageSteps generation={generation} course={course} />
          )}
          {cancel}
        </div>
        {isWaiting ? null : (
          <div className="grid gap-1">
            {bar}
            <CourseMarks course={course} />
          </div>
        )}
        <div className="text-sm">{about}</div>
      </div>
      {isWaiting && !isAsked ? (
        <Suspense fallback={<div className="mt-3 h-11" />}>
          <div className="mt-3">
            <LazyWaitingLine />
          </div>
        </Suspense>
      ) : null}
    </>
  );
}

type BoxProps = { generation: PublicGeneration; picture: ReactNode; isSmall?: boolean };

function Box({ generation, picture, isSmall = false }: BoxProps) {
  return (
    <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
      {picture ? (
        <>
          {picture}
          <div className="shimmer absolute inset-0" />
        </>
      ) : (
        <MakingPicture generation={generation} isSmall={isSmall} />
      )}
    </MediaBox>
  );
}

/** The stage in one line. */
function StageLine({ cardKey, generation }: { cardKey: string; generation: PublicGeneration }) {
  const label = useStageLabel(generation, followCourse(cardKey, generation, useNow(true)));
  return <p className="text-sm font-medium tabular-nums">{label}</p>;
}

/** Shown while the generation can be cancelled; its label names the credits that are released. */
function CancelButton({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { isCancelling, cancel } = useCancel(generation);
  const credits = formatCredits(generation.credits.held, i18n.language);
  return (
    <Button size="sm" className="shrink-0 tabular-nums" aria-busy={isCancelling} onClick={cancel}>
      {t('cancel', { credits, count: generation.credits.held })}
    </Button>
  );
}
