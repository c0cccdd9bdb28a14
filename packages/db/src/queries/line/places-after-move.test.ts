import { expect, it } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { placeStep, placesAfterMove } from './places-after-move.ts';

const makeLine = (...ids: string[]) => ids.map((id, index) => ({ id, place: (index + 1) * placeStep }));
type Line = ReturnType<typeof makeLine>;

function move(line: Line, ids: string[], before: string | null, tail = 10 * placeStep) {
  const places = placesAfterMove(line, { moved: new Set(ids), before, tail });
  const after = line.map(({ id, place }) => ({ id, place: places.get(id) ?? place }));
  return { changed: places.size, line: after.toSorted((a, b) => a.place - b.place) };
}
const order = ({ line }: { line: Line }) => line.map(({ id }) => id).join('');
const line = makeLine('a', 'b', 'c', 'd', 'e');

it.each<[string, string[], string | null, string]>([
  ['to the front', ['d'], 'a', 'dabce'],
  ['to the end', ['a', 'c'], null, 'bdeac'],
  ['between two', ['e'], 'b', 'aebcd'],
  ['several at once, in their own order', ['e', 'a'], 'c', 'baecd'],
  ['before one of themselves', ['b', 'c'], 'b', 'abcde'],
  ['before the last of themselves', ['a', 'e'], 'e', 'bcdae'],
  ['all', ['e', 'd', 'c', 'b', 'a'], 'c', 'abcde'],
])('the order is right after a move: %s', (_name, ids, before, expected) => {
  const moved = move(line, ids, before);
  expect(order(moved)).toBe(expected);
  expect(moved.changed).toBe(ids.length);
});

it('a move to the end goes behind everything that was ever placed', () => {
  expect(move(line, ['a'], null, 99 * placeStep).line.at(-1)).toEqual({ id: 'a', place: 100 * placeStep });
});

it('a move without room between two spreads the whole line', () => {
  let crowded: Line = makeLine('a', 'b', 'c');
  let spreads = 0;
  for (let count = 0; count < 40; count += 1) {
    const second = crowded[1]?.id ?? '';
    const moved = move(crowded, [crowded[2]?.id ?? ''], second);
    expect(new Set(moved.line.map(({ place }) => place)).size).toBe(3);
    spreads += moved.changed === 3 ? 1 : 0;
    crowded = moved.line;
  }
  expect(spreads).toBeGreaterThan(0);
});

it('a move equals taking them out and putting them in again', () => {
  const random = createRandom(Number(process.env.TEST_SEED ?? 7));
  let current: Line = makeLine(...'abcdefghij');
  let tail = 10 * placeStep;
  for (let count = 0; count < 2_000; count += 1) {
    const ids = current.map(({ id }) => id);
    const moved = ids.filter(() => random.below(3) === 0);
    const before = [null, ...ids][random.below(ids.length + 1)] ?? null;
    if (moved.length === 0) continue;
    const behind = before === null ? [] : ids.slice(ids.indexOf(before));
    const anchor = behind.find((id) => !moved.includes(id));
    const rest = ids.filter((id) => !moved.includes(id));
    const index = anchor === undefined ? rest.length : rest.indexOf(anchor);
    const after = move(current, moved, before, tail);
    expect(order(after)).toBe([...rest.slice(0, index), ...moved, ...rest.slice(index)].join(''));
    current = after.line;
    tail = Math.max(tail, ...current.map(({ place }) => place));
  }
});
