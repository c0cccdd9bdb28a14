// Anchors: where deep pages of a list began, so that the next one is read from there and not from the newest generation. A
// place is counted from the oldest generation: new generations do not change it, and while `record_moves` of the account
// is the same, neither does anything else. The statement that reads from a place returns what it has to be compared with
// (plain-lists.ts).
import type { Medium } from '@atelier/catalog';

type List = { userId: string; medium: Medium | undefined };

/** Counts of a list's account when a page was read. */
type Account = { total: number; record_moves: number };

type Anchor = { id: string; place: number; keptUntil: number };

/** A generation and its place, as long as the account has these moves. */
export type PageAnchor = Anchor & { moves: number };

type CachedList = { total: number; moves: number; anchors: Anchor[] };

export type PageAnchors = {
  /** Returns the nearest anchor at or before the generation that comes after `offset` newer ones; undefined without one. */
  find(list: List, offset: number): PageAnchor | undefined;
  /**
   * Adds the first generation of a page that was read after `offset` newer generations. A page that was read from an anchor is
   * kept for as long as that one.
   */
  add(list: List, offset: number, first: FirstGeneration, keptUntil?: number): void;
};

type FirstGeneration = Account & { id: string; created_at: Date };

/** Bounds the memory: with all their anchors these lists take some 2 MB. */
const maxLists = 1_000;
const maxAnchors = 16;

/** How far down reading from the newest takes longer than an anchor is worth. */
const minOffset = 500;
/** How long an anchor is kept at most, whatever else may change a list. */
const maxKeptMs = 600_000;
/** A generation is as old as its transaction: before one that is much older, none can still appear. */
const minAgeMs = 3_600_000;

const formatKey = ({ userId, medium }: List) => `${userId} ${medium ?? ''}`;

/** The anchors of a process. */
export function createPageAnchors(): PageAnchors {
  /** The last used are last. */
  const lists = new Map<string, CachedList>();
  return {
    find(list, offset) {
      const cached = offset < minOffset ? undefined : lists.get(formatKey(list));
      if (!cached) return undefined;
      const wanted = cached.total - offset;
      const [nearest] = cached.anchors
        .filter(({ place, keptUntil }) => place >= wanted && keptUntil > Date.now())
        .toSorted((a, b) => a.place - b.place);
      return nearest && { ...nearest, moves: cached.moves };
    },
    add(list, offset, { id, created_at, total, record_moves: moves }, keptUntil = Date.now() + maxKeptMs) {
      if (offset < minOffset || created_at.getTime() > Date.now() - minAgeMs) return;
      const key = formatKey(list);
      const cached = lists.get(key);
      const others = cached?.moves === moves ? cached.anchors.filter((each) => each.id !== id) : [];
      const anchor = { id, place: total - offset, keptUntil };
      lists.delete(key);
      lists.set(key, { total, moves, anchors: [...others, anchor].slice(-maxAnchors) });
      const [oldest] = lists.keys();
      if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
    },
  };
}
