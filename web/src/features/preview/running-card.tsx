import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/use-now.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { CancelButton } from './cancel-button.tsx';
import { estimatePercent } from './generation-progress.ts';
import { ImageGrid } from './image-grid.tsx';
import { PromptLine } from './prompt-line.tsx';
import { RunningPercent } from './running-percent.tsx';
import { steadyPercent } from './steady-percent.ts';
import { useStageWords } from './use-stage-words.ts';

type RunningCardProps = {
  cardKey: string;
  generation: PublicGeneration;
  /** What it is made from, behind the percentage. */
  picture?: ReactNode;
};

export function RunningCard({ cardKey, generation, picture }: RunningCardProps) {
  const { t } = useTranslation('preview');
  const nowMs = useNow(true);
  const words = useStageWords(generation, nowMs);
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
          <p className="text-sm font-medium tabular-nums">{words}</p>
          <PromptLine generation={generation} />
        </div>
        {generation.can_cancel ? <CancelButton generation={generation} /> : null}
      </div>
    </>
  );
}
