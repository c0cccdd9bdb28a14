import { GenerationSound } from '#product/generation/generation-sound.tsx';
import type { StageProps } from './medium-view.ts';
import { SwipeBox } from './swipe-box.tsx';

/** The sound with its waveform, and the video that it was made for. */
export function SoundStage({ generation, output, onSwipe }: StageProps) {
  if (!output) return null;
  return (
    <SwipeBox onSwipe={onSwipe}>
      <div className="m-auto w-full max-w-3xl p-4">
        <GenerationSound generation={generation} output={output} url={output.url} />
      </div>
    </SwipeBox>
  );
}
