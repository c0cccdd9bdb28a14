import type { PublicGeneration } from '@atelier/contract';
import { type FocusEvent, useState } from 'react';
import { excerptOf } from '#product/generation/excerpt.ts';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { FailureNote } from '../failure-note.tsx';
import { RowActions } from '../row-actions.tsx';
import { isMotionWelcome } from '../video/is-motion-welcome.ts';
import { RowFacts } from '../video/row-facts.tsx';
import { RowPicture } from '../video/row-picture.tsx';

type FinishedRowProps = { generation: PublicGeneration; onOpen: () => void; onDelete: () => void };

/** A finished record. The whole row opens its details; the clip moves while the row is pointed at or focused. */
export function FinishedRow({ generation, onOpen, onDelete }: FinishedRowProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    // The handlers only start and stop a silent clip; every action has its own control inside.
    <article
      className="group relative grid gap-3 rounded-xl p-3 transition-colors duration-150 hover:bg-raised @md:grid-cols-[10rem_1fr] @2xl:grid-cols-[16rem_1fr] @2xl:gap-5"
      onPointerEnter={(event) => setIsPlaying(event.pointerType === 'mouse' && isMotionWelcome())}
      onPointerLeave={() => setIsPlaying(false)}
      onFocus={(event: FocusEvent) =>
        setIsPlaying(event.target.matches(':focus-visible') && isMotionWelcome())
      }
      onBlur={() => setIsPlaying(false)}
    >
      <RowPicture generation={generation} isPlaying={isPlaying} />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-start gap-3">
          <h3 className="min-w-0 flex-1 font-medium">
            <button
              type="button"
              onClick={onOpen}
              aria-haspopup="dialog"
              className="w-full text-left wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {excerptOf(generation.prompt)}
            </button>
          </h3>
          <StatusBadge status={generation.status} />
        </div>
        <RowFacts generation={generation} />
        <FailureNote generation={generation} />
        <div className="relative mt-auto -ml-3 flex w-fit flex-wrap">
          <RowActions generation={generation} onDelete={onDelete} />
        </div>
      </div>
    </article>
  );
}
