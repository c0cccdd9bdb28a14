import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { ResultQuestion } from '#product/generation/actions/result-question.tsx';
import { shownOutputs } from '#product/generation/outputs.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DoneCard } from './done-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { RunningCard } from './running-card.tsx';
import { UnsentCard } from './unsent-card.tsx';

export type GenerationCardActions = {
  /** Resubmits a failed generation unchanged. */
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** How a page shows results that are neither videos nor images; what it renders may still be loading. */
export type ResultRenderer = {
  renderResult?: (generation: PublicGeneration, output: PublicOutput, url: string) => ReactNode;
};

type GenerationCardProps = GenerationCardActions &
  ResultRenderer & {
    entry: GenerationEntry;
    /** The newest result. */
    isHero?: boolean;
    /** Whether another generation has the stage. */
    isBesideHero?: boolean;
  };

/** One generation, from the submission to the result, in the same place. */
export const GenerationCard = memo(function GenerationCard({
  entry,
  isHero = false,
  isBesideHero = false,
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
      return <RunningCard cardKey={key} generation={generation} isCompact={isBesideHero} />;
    const [output] = shownOutputs(generation);
    if (output && renderResult)
      return <Suspense fallback={unloadedResult}>{renderResult(generation, output, output.url)}</Suspense>;
    if (output)
      return (
        <DoneCard
          generation={generation}
          output={output}
          isHero={isHero}
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
