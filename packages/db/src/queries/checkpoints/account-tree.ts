import {
  changeTile,
  type RangeHash,
  rangeOfTiles,
  splitByTile,
  type TreeChanges,
  tilesOfProof,
} from '@atelier/ledger-proof';
import { preparedQuery, type Queryable } from '../../prepared.ts';

type Tile = { number: number; hashes: Buffer };

const readTiles = preparedQuery<Tile>(
  'ledger-tiles',
  'select number, hashes from ledger_tile where level = $1 and number = any($2)',
);

const writeTiles = preparedQuery(
  'write-ledger-tiles',
  `insert into ledger_tile (level, number, hashes) select $1, * from unnest($2::integer[], $3::bytea[])
   on conflict (level, number) do update set hashes = excluded.hashes`,
);

/** Replaces or adds hashes of a level. Returns the changes of the level above: the roots of whole tiles. */
export async function changeTiles(on: Queryable, level: number, changes: TreeChanges): Promise<TreeChanges> {
  const parts = [...splitByTile(changes)];
  const numbers = parts.map(({ number }) => number);
  const stored = new Map(
    (await readTiles(on, [level, numbers])).map(({ number, hashes }) => [number, hashes]),
  );
  const [tiles, places, roots]: [Buffer[], number[], Buffer[]] = [[], [], []];
  for (const { number, ...own } of parts) {
    const { tile, root } = changeTile(stored.get(number), own);
    tiles.push(tile);
    if (!root) continue;
    places.push(number);
    roots.push(root);
  }
  await writeTiles(on, [level, numbers, tiles]);
  return { places, hashes: Buffer.concat(roots) };
}

/** The tree over `size` accounts, loaded as far as the proof of one position needs it; its root without one. */
export async function loadAccountTree(on: Queryable, size: number, position?: number): Promise<RangeHash> {
  const tiles = new Map<string, Buffer>();
  const wanted = tilesOfProof(size, position);
  for (const level of new Set(wanted.map((tile) => tile.level))) {
    const numbers = wanted.filter((tile) => tile.level === level).map(({ number }) => number);
    for (const { number, hashes } of await readTiles(on, [level, numbers]))
      tiles.set(`${level}/${number}`, hashes);
  }
  return rangeOfTiles((level, number) => {
    const hashes = tiles.get(`${level}/${number}`);
    if (!hashes) throw new Error(`The tile ${level}/${number} of the ledger is missing`);
    return hashes;
  });
}
