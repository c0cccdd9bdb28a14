/** Repeatable randomness (mulberry32): the same seed, the same run. */
export function createRandom(seed: number): { below(limit: number): number; shuffle<T>(items: T[]): T[] } {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  return {
    below,
    shuffle(items) {
      const order = items.map((item) => ({ item, rank: below(1_000_000) }));
      return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
    },
  };
}
