import type { PublicGeneration } from '@atelier/contract';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { ImageResults } from './image-results.tsx';
import { PartialNote } from './partial-note.tsx';
import { PromptLine } from './prompt-line.tsx';
import { ResultActions } from './result-actions.tsx';
import { VideoResult } from './video-result.tsx';

type DoneCardProps = {
  generation: PublicGeneration;
  /** The first of its files. */
  output: ShownOutput;
  onShowDetails: (generation: PublicGeneration) => void;
};

export function DoneCard({ generation, output, onShowDetails }: DoneCardProps) {
  return (
    <>
      {generation.medium === 'image' ? (
        <ImageResults generation={generation} />
      ) : (
        <VideoResult generation={generation} output={output} />
      )}
      <PartialNote generation={generation} />
      <div className="mt-3">
        <PromptLine generation={generation} />
      </div>
      <ResultActions generation={generation} onShowDetails={onShowDetails} />
    </>
  );
}
