import { changeTile, hashesPerTile, type RangeHash, rangeOfTiles, tilesOfProof } from '@atelier/ledger-proof';
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

/** Replaces or adds hashes of a level, by place. Returns the changes of the level above: the roots of whole tiles. */
export async function changeTiles(
  on: Queryable,
  level: number,
  changes: ReadonlyMap<number, Buffer>,
): Promise<Map<number, Buffer>> {
  const byTile = new Map<number, Map<number, Buffer>>();
  for (const [place, hash] of changes) {
    const number = Math.floor(place / hashesPerTile);
    byTile.set(number, (byTile.get(number) ?? new Map()).set(place % hashesPerTile, hash));
  }
  const numbers = [...byTile.keys()];
  const stored = new Map(
    (await readTiles(on, [level, numbers])).map(({ number, hashes }) => [number, hashes]),
  );
  const roots = new Map<number, Buffer>();
  const tiles: Buffer[] = [];
  for (const [number, changed] of byTile) {
    const { tile, root } = changeTile(stored.get(number), changed);
    tiles.push(tile);
    if (root) roots.set(number, root);
  }
  await writeTiles(on, [level, numbers, tiles]);
  return roots;
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
