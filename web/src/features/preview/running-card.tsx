import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useNow } from '#lib/use-now.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cancelGeneration } from '#product/api/generations.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { estimatePercent, steadyPercent } from '#product/generation/progress/progress.ts';
import { useStageLabel } from '#product/generation/progress/stage-label.ts';
import { applyGeneration } from '#product/generation/store/generations-store.ts';
import { isSet } from '#product/media-facts.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ImageGrid } from './image-grid.tsx';
import { PromptLine } from './prompt-line.tsx';

// Apart, because the pages that create generations do not load what reads the line before something waits.
const HeldLine = lazyPart(async () => (await import('#product/line/held-line.tsx')).HeldLine, {
  note: 'nowhere',
});

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
  /** The input, shown behind the percentage. */
  picture?: ReactNode;
  /** Low, beside a result that has the stage. */
  isCompact?: boolean;
};

export function RunningCard({ cardKey, generation, picture, isCompact = false }: RunningCardProps) {
  const { t } = useTranslation('preview');
  const nowMs = useNow(true);
  const stageLabel = useStageLabel(generation, nowMs);
  const percent = Math.floor(steadyPercent(cardKey, estimatePercent(generation, nowMs)));
  const box = (
    <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
      {picture}
      <RunningPercent
        percent={percent}
        isSmall={isCompact}
        className={picture ? 'bg-canvas/70' : 'bg-raised'}
      />
    </MediaBox>
  );
  const bar = <ProgressBar label={t('progress')} percent={percent} />;
  const words = (
    <div className="flex flex-col items-start justify-between gap-3 sm:flex-row">
      <div className="max-w-full min-w-0">
        <p className="text-sm font-medium tabular-nums">
          {generation.status === 'waiting' ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openDialog({ name: 'line' })}
              className="rounded-sm underline decoration-dotted underline-offset-4"
            >
              {stageLabel}
            </button>
          ) : (
            stageLabel
          )}
        </p>
        <PromptLine generation={generation} />
        {generation.status === 'waiting' ? (
          <Suspense fallback={null}>
            <HeldLine generation={generation} className="mt-2" />
          </Suspense>
        ) : null}
        {isAsked(generation) ? (
          <Suspense fallback={null}>
            <StandInOffer generation={generation} />
          </Suspense>
        ) : null}
      </div>
      {generation.can_cancel ? <CancelButton generation={generation} /> : null}
    </div>
  );
  if (isCompact)
    return (
      <div className="flex items-center gap-4 rounded-lg border border-line bg-surface p-3">
        <div className="w-24 shrink-0">{box}</div>
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3 text-sm">
          {words}
          {bar}
        </div>
      </div>
    );
  return (
    <>
      {isSet[generation.medium] ? (
        <ImageGrid generation={generation}>
          <RunningPercent percent={percent} className="bg-transparent" />
        </ImageGrid>
      ) : (
        box
      )}
      <div className="mt-3">{bar}</div>
      <div className="mt-3">{words}</div>
    </>
  );
}

/** Whether its owner is asked before another model makes it. */
function isAsked({ status, stand_in: consent }: PublicGeneration): boolean {
  return status === 'waiting' && consent !== null && consent.kind === null;
}

type RunningPercentProps = { percent: number; isSmall?: boolean; className: string };

/** Hidden from screen readers: the progress bar below carries the same value. */
function RunningPercent({ percent, isSmall = false, className }: RunningPercentProps) {
  return (
    <div className={classNames('shimmer absolute inset-0 grid place-items-center', className)}>
      <span
        aria-hidden="true"
        className={classNames(
          'rounded-full bg-raised font-semibold text-ink-soft tabular-nums',
          isSmall ? 'px-2 py-0.5 text-sm' : 'px-4 py-1.5 text-2xl',
        )}
      >
        {percent}
        <span className={classNames('text-ink-faint', !isSmall && 'text-lg')}> %</span>
      </span>
    </div>
  );
}

/** Shown while the generation can be cancelled; its label names the credits that are released. */
function CancelButton({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const credits = formatCredits(generation.credits.held, i18n.language);
  const cancel = () => run(async () => applyGeneration(await cancelGeneration(generation.id)));
  return (
    <Button size="sm" className="shrink-0 tabular-nums" disabled={isRunning} onClick={cancel}>
      {t('cancel', { credits, count: generation.credits.held })}
    </Button>
  );
}
