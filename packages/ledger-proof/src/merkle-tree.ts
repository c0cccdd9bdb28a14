import { hash } from 'node:crypto';

/** Bytes of a hash. Lists of hashes are kept as one buffer, one hash after the other. */
export const hashLength = 32;

/** The root of the leaves from `from` up to, without, `to`: MTH of RFC 6962. */
export type RangeHash = (from: number, to: number) => Buffer;

/** RFC 6962, 2.1: leaves and nodes are hashed with different first bytes, so that neither passes for the other. */
export function hashLeaf(content: Buffer | string): Buffer {
  return sha256(typeof content === 'string' ? `\0${content}` : Buffer.concat([leafPrefix, content]));
}

const leafPrefix = Buffer.from([0]);
const node = Buffer.alloc(1 + 2 * hashLength, 1);

export function hashNode(left: Buffer, right: Buffer): Buffer {
  left.copy(node, 1);
  right.copy(node, 1 + hashLength);
  return sha256(node);
}

export function sha256(content: Buffer | string): Buffer {
  return Buffer.from(sha256Text(content), 'latin1');
}

/** A character for each byte: Node makes a buffer of a hash several times slower than a text. */
export function sha256Text(content: Buffer | string): string {
  return hash('sha256', content, 'binary');
}

/** The leaf hashes of contents of 32 bytes each. */
export function leafHashes(contents: Buffer): Buffer {
  const hashes = Buffer.alloc(contents.length);
  for (let at = 0; at < contents.length; at += hashLength) hashes.write(leafText(contents, at), at, 'latin1');
  return hashes;
}

const leaf = Buffer.alloc(1 + hashLength);

export function leafText(contents: Buffer, at: number): string {
  contents.copy(leaf, 1, at, at + hashLength);
  return sha256Text(leaf);
}

/** A tree in memory, given by its leaf hashes. */
export function rangeOfLeaves(hashes: Buffer): RangeHash {
  return splitRange((from, to) =>
    to - from === 1 ? hashes.subarray(from * hashLength, to * hashLength) : undefined,
  );
}

/** Where RFC 6962 splits a tree: at the largest power of two below its size. */
function findSplit(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

/** The root of a range in which `whole` knows the roots of some subtrees; the others are split further. */
export function splitRange(whole: (from: number, to: number) => Buffer | undefined): RangeHash {
  const range: RangeHash = (from, to) => {
    const known = whole(from, to);
    if (known) return known;
    if (to - from < 1) return sha256(Buffer.alloc(0));
    if (to - from === 1) throw new Error(`No hash of leaf ${from}`);
    const middle = from + findSplit(to - from);
    return hashNode(range(from, middle), range(middle, to));
  };
  return range;
}

/**
 * Proves that the leaves at `positions`, ascending, are in the tree of `size` leaves. For one leaf it is the audit path
 * of RFC 6962, 2.1.1. For several, a subtree without any of them is one hash, after those of its sibling; of two
 * subtrees with some, the left one's hashes are first.
 */
export function inclusionProof(range: RangeHash, size: number, positions: readonly number[]): Buffer[] {
  const collect = (from: number, to: number, wanted: readonly number[]): Buffer[] => {
    if (wanted.length === 0) return [range(from, to)];
    if (to - from <= 1) return [];
    const middle = from + findSplit(to - from);
    const left = collect(
      from,
      middle,
      wanted.filter((position) => position < middle),
    );
    const right = collect(
      middle,
      to,
      wanted.filter((position) => position >= middle),
    );
    return (wanted[0] ?? 0) >= middle ? [...right, ...left] : [...left, ...right];
  };
  return collect(0, size, positions);
}

/** Proves that the tree of `size` leaves begins with the tree of its first `older` ones: RFC 6962, 2.1.2. */
export function consistencyProof(range: RangeHash, older: number, size: number): Buffer[] {
  const collect = (from: number, to: number, isWhole: boolean): Buffer[] => {
    if (older === to) return isWhole ? [] : [range(from, to)];
    const middle = from + findSplit(to - from);
    if (older <= middle) return [...collect(from, middle, isWhole), range(middle, to)];
    return [...collect(middle, to, false), range(from, middle)];
  };
  return older === 0 ? [] : collect(0, size, true);
}
