import pLimit, { type LimitFunction } from 'p-limit';

/** State that the finish jobs of a process share. */
export type Finishing = {
  /** Ids of the generations of its jobs: a second job for one of them does nothing. */
  underWay: Set<string>;
  /** Many generations may end at once; only a few at a time may read media and fill the disk. */
  copySlots: LimitFunction;
};

export function createFinishing(): Finishing {
  return { underWay: new Set(), copySlots: pLimit(4) };
}
