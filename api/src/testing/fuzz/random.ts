export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Returns a whole number from 0 to `max`, both included. */
  upTo(max: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (max: number) => Math.floor(next() * (max + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    upTo,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('Nothing to pick from');
      return items[upTo(items.length - 1)] as Item;
    },
  };
}
