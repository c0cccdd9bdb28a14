import { createGrowingTree } from './growing-tree.ts';
import { hashLength, type RangeHash, rangeOfLeaves, splitRange } from './merkle-tree.ts';

// A tree of millions of leaves is stored in tiles. A tile of level 0 has the hashes of 256 leaves, one of level 1 the
// roots of 256 whole tiles of level 0, and so on. A changed leaf changes one tile of each level, and a proof reads at
// most two of each.

const hashesPerTile = 256;
const levelHeight = 8;

/** Hashes of one level of the tree that changed or are new: `places` ascending, and the hashes in the same order. */
export type TreeChanges = { places: number[]; hashes: Buffer };

/** The changes of each tile. */
export function* splitByTile({ places, hashes }: TreeChanges): Generator<TreeChanges & { number: number }> {
  for (let from = 0, to = 0; from < places.length; from = to) {
    const number = findTile(places[from] as number);
    while (to < places.length && findTile(places[to] as number) === number) to += 1;
    const own = hashes.subarray(from * hashLength, to * hashLength);
    yield { number, places: places.slice(from, to), hashes: own };
  }
}

const findTile = (place: number) => Math.floor(place / hashesPerTile);

/** A tile with some hashes replaced or added, and its root when it is whole. */
export function changeTile(
  tile: Buffer | undefined,
  { places, hashes }: TreeChanges,
): { tile: Buffer; root: Buffer | undefined } {
  const last = (places.at(-1) ?? 0) % hashesPerTile;
  const changed = Buffer.alloc(Math.max(tile?.length ?? 0, (last + 1) * hashLength));
  tile?.copy(changed);
  for (const [index, place] of places.entries())
    hashes.copy(changed, (place % hashesPerTile) * hashLength, index * hashLength, (index + 1) * hashLength);
  if (changed.length < hashesPerTile * hashLength) return { tile: changed, root: undefined };
  const tree = createGrowingTree();
  tree.restart(0, Buffer.alloc(0));
  tree.addLeaves(changed);
  return { tile: changed, root: tree.root() };
}

/** The tree over stored tiles. `read` throws for a tile that was not loaded. */
export function rangeOfTiles(read: (level: number, number: number) => Buffer): RangeHash {
  return splitRange((from, to) => {
    const size = to - from;
    const height = Math.log2(size);
    if (size <= 0 || !Number.isInteger(height) || from % size !== 0) return undefined;
    const level = Math.floor(height / levelHeight);
    const count = 2 ** (height - level * levelHeight);
    const first = (from / size) * count;
    const start = first % hashesPerTile;
    const hashes = read(level, Math.floor(first / hashesPerTile));
    if (hashes.length < (start + count) * hashLength) return undefined;
    return rangeOfLeaves(hashes)(start, start + count);
  });
}

/** The tiles from which a tree of `size` leaves proves the leaf at `position`, or its root alone. */
export function tilesOfProof(size: number, position = size - 1): { level: number; number: number }[] {
  const tiles: { level: number; number: number }[] = [];
  let [count, place] = [size, position];
  for (let level = 0; count > 0; level += 1) {
    const [last, own] = [count - 1, place].map((at) => Math.floor(at / hashesPerTile)) as [number, number];
    tiles.push({ level, number: last });
    if (own < last) tiles.push({ level, number: own });
    [count, place] = [Math.floor(count / hashesPerTile), own];
  }
  return tiles;
}
