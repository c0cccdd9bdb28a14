import { seededRandom } from '@atelier/fal-emulator/random';

/** Decisions that a seed repeats. What happens when still depends on the machine. */
export type Chance = {
  /** Returns a number in [0, 1). */
  next(): number;
  between(from: number, to: number): number;
  isTrue(share: number): boolean;
  /** Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** Picks a key by its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** The time until the next arrival when arrivals are independent of each other. */
  waitMs(perSecond: number): number;
};

export function createChance(seed: string): Chance {
  const next = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('There is nothing to pick from');
    return items[Math.floor(next() * items.length)] as Item;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    isTrue: (share) => next() < share,
    pick,
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[];
      let rest = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        rest -= weights[name];
        if (rest < 0) return name;
      }
      return pick(names);
    },
    shuffle(items) {
      const shuffled = [...items];
      for (let end = shuffled.length - 1; end > 0; end -= 1) {
        const other = Math.floor(next() * (end + 1));
        [shuffled[end], shuffled[other]] = [shuffled[other], shuffled[end]] as [never, never];
      }
      return shuffled;
    },
    waitMs: (perSecond) => (-Math.log(1 - next()) / perSecond) * 1_000,
  };
}
