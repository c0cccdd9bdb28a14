import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelGeneration } from '#lib/api/generations.ts';
import { formatClock, formatCredits, formatSeconds } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { applyGeneration } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { estimatePercent, roundWait, stageTimes, steadyPercent } from './generation-progress.ts';
import { ImageGrid } from './image-grid.tsx';
import { PromptLine } from './prompt-line.tsx';

type RunningCardProps = {
  cardKey: string;
  generation: PublicGeneration;
  /** The input, shown behind the percentage. */
  picture?: ReactNode;
};

export function RunningCard({ cardKey, generation, picture }: RunningCardProps) {
  const { t } = useTranslation('preview');
  const nowMs = useNow(true);
  const stageLabel = useStageLabel(generation, nowMs);
  const percent = Math.floor(steadyPercent(cardKey, estimatePercent(generation, nowMs)));
  return (
    <>
      {generation.medium === 'image' ? (
        <ImageGrid generation={generation}>
          <RunningPercent percent={percent} className="bg-transparent" />
        </ImageGrid>
      ) : (
        <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
          {picture}
          <RunningPercent percent={percent} className={picture ? 'bg-canvas/70' : 'bg-raised'} />
        </MediaBox>
      )}
      <div className="mt-3">
        <ProgressBar label={t('progress')} percent={percent} />
      </div>
      <div className="mt-3 flex flex-col items-start justify-between gap-3 sm:flex-row">
        <div className="min-w-0">
          <p className="text-sm font-medium tabular-nums">{stageLabel}</p>
          <PromptLine generation={generation} />
        </div>
        {generation.can_cancel ? <CancelButton generation={generation} /> : null}
      </div>
    </>
  );
}

/** Hidden from screen readers: the progress bar below carries the same value. */
function RunningPercent({ percent, className }: { percent: number; className: string }) {
  return (
    <div className={classNames('shimmer absolute inset-0 grid place-items-center', className)}>
      <span
        aria-hidden="true"
        className="rounded-full bg-raised px-4 py-1.5 text-2xl font-semibold text-ink-soft tabular-nums"
      >
        {percent}
        <span className="text-lg text-ink-faint"> %</span>
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

/** The stage and its times: "In queue (3rd, about 2 min)", "Generating (0:48, about 1:10 left)". */
function useStageLabel(generation: PublicGeneration, nowMs: number): string {
  const { t, i18n } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position } = generation.progress;
  const { elapsedSeconds, leftSeconds } = stageTimes(generation, nowMs);
  const details: string[] = [];
  if (stage === 'queued') {
    if (position !== null) details.push(t('preview:place', { count: position + 1, ordinal: true }));
    if (leftSeconds) {
      details.push(t('preview:wait', { time: formatSeconds(roundWait(leftSeconds), i18n.language) }));
    }
  }
  if (stage === 'generating') {
    details.push(formatClock(elapsedSeconds));
    details.push(leftSeconds ? t('preview:left', { time: formatClock(leftSeconds) }) : t('preview:longer'));
  }
  const stageName = t(`shell:stage.${stage}`);
  if (details.length === 0) return stageName;
  return t('preview:stageWithDetails', { stage: stageName, details: details.join(t('preview:separator')) });
}
