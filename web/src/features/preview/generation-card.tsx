import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { ResultQuestion } from '#product/generation/actions/result-question.tsx';
import { shownOutputs } from '#product/generation/outputs.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DoneCard, ResultFoot } from './done-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { RunningCard } from './running-card.tsx';
import { UnsentCard } from './unsent-card.tsx';

export type GenerationCardActions = {
  /** Resubmits a failed generation unchanged. */
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** How a page shows results that are neither videos nor images, around their prompt and acts; it may still be loading. */
export type ResultRenderer = {
  renderResult?: (
    generation: PublicGeneration,
    output: PublicOutput,
    url: string,
    foot: ReactNode,
  ) => ReactNode;
};

type GenerationCardProps = GenerationCardActions &
  ResultRenderer & {
    entry: GenerationEntry;
  };

/** One generation, from the submission to the result, in the same place: large, or a row below the stage. */
export const GenerationCard = memo(function GenerationCard({
  entry,
  onRetry,
  onShowDetails,
  renderResult,
}: GenerationCardProps) {
  const { key, generation, unsentCode } = entry;
  const [wasRunning] = useState(!hasEnded(generation.status));
  return (
    <article id={`generation-${generation.id}`} aria-label={generation.prompt} className="scroll-mt-20">
      {chooseBody()}
      <ResultQuestion generation={generation} />
    </article>
  );

  function chooseBody() {
    if (unsentCode !== undefined)
      return <UnsentCard generation={generation} code={unsentCode} onRetry={onRetry} />;
    if (!hasEnded(generation.status))
      return (
        <RunningCard cardKey={key} generation={generation} isCompact={generation.status === 'waiting'} />
      );
    const [output] = shownOutputs(generation);
    if (output && renderResult) {
      const foot = <ResultFoot generation={generation} onShowDetails={onShowDetails} />;
      return (
        <Suspense fallback={unloadedResult}>{renderResult(generation, output, output.url, foot)}</Suspense>
      );
    }
    if (output)
      return (
        <DoneCard
          generation={generation}
          output={output}
          isArriving={wasRunning}
          onShowDetails={onShowDetails}
        />
      );
    return <EndedCard generation={generation} onRetry={onRetry} onShowDetails={onShowDetails} />;
  }
});

const unloadedResult = (
  <MediaBox width={16} height={9}>
    <Skeleton className="absolute inset-0" />
  </MediaBox>
);
