import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { memo, type ReactNode } from 'react';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { hasEnded } from '#product/generation/generations-state.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { DoneCard } from './done-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { RunningCard } from './running-card.tsx';

export type JobCardActions = {
  /** Sends a failed job again as it was. */
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** How a page shows what is neither a video nor an image. */
export type ResultLook = {
  renderResult?: (generation: PublicGeneration, output: PublicOutput, url: string) => ReactNode;
};

type JobCardProps = JobCardActions & ResultLook & { card: GenerationEntry };

/** One job from the press of the button to the result, in one place. */
export const JobCard = memo(function JobCard({ card, onRetry, onShowDetails, renderResult }: JobCardProps) {
  const { key, generation } = card;
  return (
    <article id={`job-${generation.id}`} aria-label={generation.prompt} className="scroll-mt-20">
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
