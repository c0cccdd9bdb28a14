import type { PublicGeneration } from '@atelier/contract';
import { memo } from 'react';
import type { JobCard as Card } from '#lib/generations/generations-state.ts';
import { hasEnded } from '#lib/generations/has-ended.ts';
import { DoneCard } from './done-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { RunningCard } from './running-card.tsx';

export type JobCardActions = {
  /** Sends a failed job again as it was. */
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

type JobCardProps = JobCardActions & { card: Card };

/** One job from the press of the button to the result, in one place. */
export const JobCard = memo(function JobCard({ card, onRetry, onShowDetails }: JobCardProps) {
  const { key, generation } = card;
  return (
    <article id={`job-${generation.id}`} aria-label={generation.prompt} className="scroll-mt-20">
      {chooseBody()}
    </article>
  );

  function chooseBody() {
    if (!hasEnded(generation.status)) return <RunningCard cardKey={key} generation={generation} />;
    const output = generation.outputs.find((candidate) => candidate.url !== null);
    if (output?.url) {
      return (
        <DoneCard generation={generation} output={output} url={output.url} onShowDetails={onShowDetails} />
      );
    }
    return <EndedCard generation={generation} onRetry={onRetry} onShowDetails={onShowDetails} />;
  }
});
