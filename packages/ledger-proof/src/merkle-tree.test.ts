import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGrowingTree } from './growing-tree.ts';
import { consistencyProof, hashLeaf, inclusionProof, leafHashes, rangeOfLeaves } from './merkle-tree.ts';
import { changeTile, rangeOfTiles, splitByTile, tilesOfProof } from './tiles.ts';

/** The leaves of the test vectors that implementations of RFC 6962 share. */
const vectors = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = vectors.map((hex) => hashLeaf(Buffer.from(hex, 'hex')));

it('a tree has the roots of RFC 6962, also of a tree without leaves', () => {
  for (const [index, root] of roots.entries()) {
    const range = rangeOfLeaves(Buffer.concat(leaves.slice(0, index + 1)));
    expect(range(0, index + 1).toString('hex')).toBe(root);
  }
  expect(rangeOfLeaves(Buffer.alloc(0))(0, 0)).toEqual(createHash('sha256').digest());
});

it('a tree has the audit paths and the consistency proofs of RFC 6962', () => {
  const range = rangeOfLeaves(Buffer.concat(leaves));
  const hash = (from: number, to: number) => range(from, to);
  expect(inclusionProof(range, 8, [5])).toEqual([hash(4, 5), hash(6, 8), hash(0, 4)]);
  expect(inclusionProof(range, 3, [2])).toEqual([hash(0, 2)]);
  expect(consistencyProof(range, 1, 1)).toEqual([]);
  expect(consistencyProof(range, 6, 8)).toEqual([hash(4, 6), hash(6, 8), hash(0, 4)]);
  expect(consistencyProof(range, 2, 5)).toEqual([hash(2, 4), hash(4, 5)]);
});

describe('a growing tree', () => {
  it('keeps the peaks alone and comes to the same root', () => {
    const tree = createGrowingTree();
    expect(tree.root()).toEqual(createHash('sha256').digest());
    for (const [size, leaf] of leaves.entries()) {
      tree.addLeaves(leaf);
      expect(tree.root().toString('hex')).toBe(roots[size]);
    }
  });

  it('goes on from the peaks of any size, with contents as with their hashes', () => {
    const contents = randomBytes(32 * 70);
    const range = rangeOfLeaves(leafHashes(contents));
    const tree = createGrowingTree();
    for (let size = 0; size <= 70; size += 1) {
      tree.restart(0, Buffer.alloc(0));
      tree.addContents(contents, 0, 32 * size);
      const peaks = tree.peaks();
      expect(peaks.length).toBe(32 * size.toString(2).replaceAll('0', '').length);
      tree.addLeaves(leaves[0] as Buffer);
      tree.restart(size, peaks);
      tree.addContents(contents, 32 * size, contents.length);
      expect(tree.root()).toEqual(range(0, 70));
    }
  });
});

describe('tiles', () => {
  const haveRootAndProofs = (size: number) => {
    const hashes = leafHashes(randomBytes(32 * size));
    const whole = rangeOfLeaves(hashes);
    const tiles = store(hashes, size);
    const load = (position?: number) => {
      const named = new Set(tilesOfProof(size, position).map(({ level, number }) => `${level}/${number}`));
      return rangeOfTiles((level, number) => {
        expect(named).toContain(`${level}/${number}`);
        return tiles.get(`${level}/${number}`) ?? Buffer.alloc(0);
      });
    };
    expect(load()(0, size)).toEqual(whole(0, size));
    for (const position of new Set([0, size >> 1, Math.max(0, size - 2), size - 1]))
      expect(inclusionProof(load(position), size, [position])).toEqual(
        inclusionProof(whole, size, [position]),
      );
  };
  const title = 'have the root and the proofs of a tree of %i leaves, read from the tiles that a proof names';
  it.each([1, 2, 255, 256, 257, 512, 700])(title, haveRootAndProofs);
  it.each([65_535, 65_536, 65_793])(title, { tags: 'load' }, haveRootAndProofs);
});

/** Tiles of every level, as changes of single hashes make them. */
function store(hashes: Buffer, size: number): Map<string, Buffer> {
  const tiles = new Map<string, Buffer>();
  let changes = { places: Array.from({ length: size }, (_, place) => place), hashes };
  for (let level = 0; changes.places.length > 0; level += 1) {
    const [places, roots]: [number[], Buffer[]] = [[], []];
    for (const { number, ...own } of splitByTile(changes)) {
      const { tile, root } = changeTile(tiles.get(`${level}/${number}`), own);
      tiles.set(`${level}/${number}`, tile);
      if (root) {
        places.push(number);
        roots.push(root);
      }
    }
    changes = { places, hashes: Buffer.concat(roots) };
  }
  return tiles;
}
