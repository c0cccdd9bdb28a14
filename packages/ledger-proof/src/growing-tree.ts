import { hashLength, hashNode, leafText, sha256, sha256Text } from './merkle-tree.ts';

/**
 * A tree that leaves are added to and of which only the roots of its whole subtrees are kept, the largest first
 * ("peaks"). It is used again for one tree after the other: millions of them are computed, and hardly any memory is
 * allocated for one.
 */
export type GrowingTree = {
  /** Begins with a tree of this many leaves and its peaks. */
  restart(size: number, peaks: Buffer): void;
  /** Adds leaves by their hashes, 32 bytes each. */
  addLeaves(hashes: Buffer): void;
  /** Adds leaves by their contents, 32 bytes each: those between the two offsets. */
  addContents(contents: Buffer, from: number, to: number): void;
  peaks(): Buffer;
  root(): Buffer;
};

const maxHeight = 31;
const [left, right] = [1, 1 + hashLength];

export function createGrowingTree(): GrowingTree {
  // Holds for each height the first byte of a node, the peak of this height if there is one, and room for its sibling:
  // a pair is hashed where it was written.
  const pairs = Array.from({ length: maxHeight }, () => Buffer.alloc(1 + 2 * hashLength, 1));
  const pairAt = (height: number): Buffer => {
    const pair = pairs[height];
    if (!pair) throw new Error(`A tree has less than ${2 ** maxHeight} leaves`);
    return pair;
  };
  let size = 0;

  const add = (leaf: string) => {
    let merged = leaf;
    let height = 0;
    for (let rest = size; rest % 2 === 1; rest >>>= 1) {
      const pair = pairAt(height);
      pair.write(merged, right, 'latin1');
      merged = sha256Text(pair);
      height += 1;
    }
    pairAt(height).write(merged, left, 'latin1');
    size += 1;
  };

  /** Returns the heights of the peaks, the largest first. */
  const heights = () => {
    const found: number[] = [];
    for (let height = 31 - Math.clz32(size); height >= 0; height -= 1)
      if ((size >>> height) % 2 === 1) found.push(height);
    return found;
  };

  const peaks = () => {
    const found = heights();
    const copy = Buffer.allocUnsafe(found.length * hashLength);
    for (let index = 0; index < found.length; index += 1)
      pairAt(found[index] ?? 0).copy(copy, index * hashLength, left, left + hashLength);
    return copy;
  };
  return {
    restart(count, known) {
      size = count;
      for (const [index, height] of heights().entries())
        known.copy(pairAt(height), left, index * hashLength, (index + 1) * hashLength);
    },
    addLeaves(hashes) {
      for (let at = 0; at < hashes.length; at += hashLength)
        add(hashes.toString('latin1', at, at + hashLength));
    },
    addContents(contents, from, to) {
      for (let at = from; at < to; at += hashLength) add(leafText(contents, at));
    },
    peaks,
    root: () => rootOfPeaks(peaks()),
  };
}

/** The root of a tree by its peaks. */
export function rootOfPeaks(peaks: Buffer): Buffer {
  const last = peaks.length - hashLength;
  if (last < 0) return sha256('');
  if (last === 0) return peaks;
  let root = peaks.subarray(last);
  for (let at = last - hashLength; at >= 0; at -= hashLength)
    root = hashNode(peaks.subarray(at, at + hashLength), root);
  return root;
}
