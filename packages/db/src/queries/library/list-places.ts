// Where deep pages of a list began, so that the next one is read from there and not from the newest record. A place is
// counted from the oldest record: new records do not change it, and while `record_moves` of the account is the same, neither
// does anything else. The statement that reads from a place returns what it has to be compared with (plain-lists.ts).
import type { Medium } from '@atelier/catalog';

type List = { userId: string; medium: Medium | undefined };

/** What the account of a list had when a page was read. */
type Account = { total: number; record_moves: number };

type Place = { id: string; place: number; knownUntil: number };
type Known = { total: number; moves: number; places: Place[] };

/** A record and its place, as long as the account has these moves. */
export type KnownPlace = Place & { moves: number };

/** Of this process; the last used are last. With all their places they take some 2 MB. */
const lists = new Map<string, Known>();
const maxLists = 1_000;
const maxPlaces = 16;

/** How far down reading from the newest takes longer than it is worth to remember. */
const minOffset = 500;
/** How long a place is known at most, whatever else may change a list. */
const maxKnownMs = 600_000;
/** A record is as old as its transaction: of what is much older, none that is not seen yet comes between. */
const minRecordMs = 3_600_000;

const keyOf = ({ userId, medium }: List) => `${userId} ${medium ?? ''}`;

/** The nearest known place at or before the record that comes after `offset` newer ones. */
export function findPlace(list: List, offset: number): KnownPlace | undefined {
  const known = offset < minOffset ? undefined : lists.get(keyOf(list));
  if (!known) return undefined;
  const wanted = known.total - offset;
  const [nearest] = known.places
    .filter(({ place, knownUntil }) => place >= wanted && knownUntil > Date.now())
    .toSorted((a, b) => a.place - b.place);
  return nearest && { ...nearest, moves: known.moves };
}

/**
 * Remembers where a page begins that was read after `offset` newer records. What was read from a known place is known for as
 * long as that one.
 */
export function rememberPlace(
  list: List,
  offset: number,
  { id, created_at, total, record_moves: moves }: Account & { id: string; created_at: Date },
  knownUntil = Date.now() + maxKnownMs,
): void {
  if (offset < minOffset || created_at.getTime() > Date.now() - minRecordMs) return;
  const key = keyOf(list);
  const found = lists.get(key);
  const others = found?.moves === moves ? found.places.filter((each) => each.id !== id) : [];
  const place = { id, place: total - offset, knownUntil };
  lists.delete(key);
  lists.set(key, { total, moves, places: [...others, place].slice(-maxPlaces) });
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
}
