import type { PublicOutput } from '@atelier/contract';
import { useState } from 'react';
import { classNames } from '#ui/class-names.ts';

type PosterProps = {
  output: PublicOutput;
  /** Plays the clip without sound in place of the still. */
  isPlaying: boolean;
};

/** The still of a clip in a box of 16:9: its average colour first, the picture over it, the moving clip over both. */
export function Poster({ output, isPlaying }: PosterProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      {output.poster_url ? (
        <img
          src={output.poster_url}
          alt=""
          width={output.width ?? undefined}
          height={output.height ?? undefined}
          loading="lazy"
          decoding="async"
          onLoad={() => setIsLoaded(true)}
          className={classNames(
            'absolute inset-0 size-full object-contain transition-opacity duration-300',
            isLoaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      ) : null}
      {isPlaying && output.url ? (
        <video
          src={output.url}
          muted
          loop
          autoPlay
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          className="absolute inset-0 size-full object-contain"
        />
      ) : null}
    </>
  );
}
