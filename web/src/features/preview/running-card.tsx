import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/use-now.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { CancelButton } from './cancel-button.tsx';
import { estimatePercent } from './estimate-percent.ts';
import { PromptLine } from './prompt-line.tsx';
import { steadyPercent } from './steady-percent.ts';
import { useStageWords } from './use-stage-words.ts';

type RunningCardProps = { cardKey: string; generation: PublicGeneration };

export function RunningCard({ cardKey, generation }: RunningCardProps) {
  const { t } = useTranslation('preview');
  const nowMs = useNow(true);
  const words = useStageWords(generation, nowMs);
  const percent = Math.floor(steadyPercent(cardKey, estimatePercent(generation, nowMs)));
  return (
    <>
      <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
        <div className="shimmer absolute inset-0 grid place-items-center bg-raised">
          <span aria-hidden="true" className="text-2xl font-semibold text-ink-soft tabular-nums">
            {percent}
            <span className="text-lg text-ink-faint"> %</span>
          </span>
        </div>
      </MediaBox>
      <div className="mt-3">
        <ProgressBar label={t('progress')} percent={percent} />
      </div>
      <div className="mt-3 flex flex-col items-start justify-between gap-3 sm:flex-row">
        <div className="min-w-0">
          <p className="text-sm font-medium tabular-nums">{words}</p>
          <PromptLine generation={generation} />
        </div>
        {generation.can_cancel ? <CancelButton generation={generation} /> : null}
      </div>
    </>
  );
}
