import { useState } from 'react';
import { shownOutputs } from '#product/generation/outputs.ts';
import { VideoPicture } from '#product/generation/pictures/generation-picture.tsx';
import { frameRatio } from './frame-ratio.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const video: MediumView = {
  findRatio: (generation) => frameRatio(generation, [16, 9]),
  Picture,
  Stage: lazyStage(async () => (await import('./stages.tsx')).VideoStage),
  preload: ({ poster_url }) => poster_url,
};

function Picture({ generation, size, isPlaying = false, loading }: PictureProps) {
  const [output] = shownOutputs(generation);
  const [isMoving, setMoving] = useState(false);
  // A video in step with others is started by the step clock, and does not play automatically.
  const clip = (
    <video
      src={output?.url}
      onLoadStart={() => setMoving(false)}
      onPlaying={() => setMoving(true)}
      poster={(size === 'choice' && output?.poster_url) || undefined}
      muted
      playsInline
      preload="auto"
      aria-hidden="true"
      tabIndex={-1}
      className="absolute inset-0 size-full object-contain"
    />
  );
  if (size === 'choice') return clip;
  return (
    <>
      <VideoPicture
        generation={generation}
        loading={loading}
        isPlaying={isPlaying && size === 'tile'}
        isCovered={isPlaying && size === 'wall' && isMoving}
        className="absolute! inset-0"
      />
      {isPlaying && size === 'wall' && output ? clip : null}
    </>
  );
}
