import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { memo, type ReactNode } from 'react';
import { type GenerationEntry, hasEnded } from '#product/generation/generations-state.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { DoneCard } from './done-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { RunningCard } from './running-card.tsx';

export type GenerationCardActions = {
  /** Resubmits a failed generation unchanged. */
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** How a page shows results that are neither videos nor images. */
export type ResultRenderer = {
  renderResult?: (generation: PublicGeneration, output: PublicOutput, url: string) => ReactNode;
};

type GenerationCardProps = GenerationCardActions & ResultRenderer & { entry: GenerationEntry };

/** One generation, from the submission to the result, in the same place. */
export const GenerationCard = memo(function GenerationCard({
  entry,
  onRetry,
  onShowDetails,
  renderResult,
}: GenerationCardProps) {
  const { key, generation } = entry;
  return (
    <article id={`generation-${generation.id}`} aria-label={generation.prompt} className="scroll-mt-20">
      {chooseBody()}
    </article>
  );

  function chooseBody() {
    if (!hasEnded(generation.status)) return <RunningCard cardKey={key} generation={generation} />;
    const [output] = shownOutputs(generation);
    if (output && renderResult) return renderResult(generation, output, output.url);
    if (output) return <DoneCard generation={generation} output={output} onShowDetails={onShowDetails} />;
    return <EndedCard generation={generation} onRetry={onRetry} onShowDetails={onShowDetails} />;
  }
});
