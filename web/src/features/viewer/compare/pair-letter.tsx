import type { PublicGeneration } from '@atelier/contract';

export type Pair = readonly [PublicGeneration, PublicGeneration];

const letters = ['A', 'B'] as const;

/** Letter of one of the two, as in the table of their settings. */
export function PairLetter({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute bottom-2 left-2 rounded-sm bg-surface/85 px-2 py-0.5 text-sm font-semibold text-ink"
    >
      {letters[index]}
    </span>
  );
}
