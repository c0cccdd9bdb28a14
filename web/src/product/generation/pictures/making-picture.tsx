import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { findInputFrame } from './input-frame.ts';
import { PromptMist } from './prompt-mist.tsx';

/** Noise over what is out of focus, which shows bands without it. Here, because every page loads the styles. */
const grain = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='160' height='160'%3E%3Cfilter id='n'%3E%3CfeTurbulence type='fractalNoise' baseFrequency='.9' numOctaves='2'/%3E%3CfeColorMatrix type='saturate' values='0'/%3E%3C/filter%3E%3Crect width='160' height='160' filter='url(%23n)' opacity='.3'/%3E%3C/svg%3E")`;

type MakingPictureProps = { generation: PublicGeneration; isSmall?: boolean };

/** Picture until a result is made: the frame that it begins with or the colours of its prompt, out of focus. */
export function MakingPicture({ generation, isSmall = false }: MakingPictureProps) {
  const [brokenFrame, setBrokenFrame] = useState<string>();
  const frame = findInputFrame(generation);
  return (
    <span aria-hidden="true" className="absolute inset-0 overflow-hidden contain-paint">
      {frame === undefined || frame === brokenFrame ? (
        // Out of focus by itself: a blur of what moves would be drawn again for each frame.
        <PromptMist prompt={generation.prompt} />
      ) : (
        <img
          src={frame}
          alt=""
          decoding="async"
          onError={() => setBrokenFrame(frame)}
          className="absolute inset-0 size-full object-cover"
          // Larger than its box, whose edges the blur would let through.
          style={{ scale: 1.25, filter: `blur(${isSmall ? '1rem' : 'clamp(1.25rem, 3vw, 2.5rem)'})` }}
        />
      )}
      <span className="absolute inset-0" style={{ background: grain, opacity: 0.5 }} />
    </span>
  );
}
