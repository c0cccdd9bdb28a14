/** Every decision of a schedule, one number each. 0 is always the harmless one: no delay, no fault, the usual way. */
export type Choices = {
  next(): number;
  /** One of `limit` numbers from 0. */
  below(limit: number): number;
  /** Returns the decisions so far, to be replayed with `fromList`. */
  taken(): readonly number[];
};

/** Repeatable randomness (mulberry32): the same seed, the same schedule. */
export function fromSeed(seed: number): Choices {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  return record(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  });
}

/** The given decisions, and then only harmless ones. */
export function fromList(list: readonly number[]): Choices {
  let index = 0;
  return record(() => list[index++] ?? 0);
}

function record(draw: () => number): Choices {
  const taken: number[] = [];
  const next = () => {
    const drawn = draw();
    taken.push(drawn);
    return drawn;
  };
  return { next, below: (limit) => next() % limit, taken: () => taken };
}
