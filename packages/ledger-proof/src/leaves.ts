import { createGrowingTree } from './growing-tree.ts';
import { hashLeaf } from './merkle-tree.ts';

/** What is known of an account in a checkpoint: its pseudonym, and how many entries with which newest one and root. */
export type AccountFacts = { account: string; entries: number; head: string; root: Buffer };

/**
 * The leaf of an account. The pseudonym is random: who sees the hash, as a neighbour in another user's proof, cannot
 * find out whose it is by trying.
 */
export function accountLeaf({ account, entries, head, root }: AccountFacts): Buffer {
  return hashLeaf(`atelier.account.v1\n${account}\n${entries}\n${head}\n${root.toString('base64url')}`);
}

/** A checkpoint without the root of the log that ends with it. `time` is ISO 8601 in UTC, `root` base64url. */
export type CheckpointFacts = { number: number; time: string; accounts: number; root: string };

/** The leaf of a checkpoint in the log of all checkpoints. */
export function checkpointLeaf({ number, time, accounts, root }: CheckpointFacts): Buffer {
  return hashLeaf(['atelier.checkpoint.v1', number, time, accounts, root].join('\n'));
}

/** The log of checkpoints while it is read: `add` returns its root after each one. */
export function logTree(): { add(checkpoint: CheckpointFacts): Buffer } {
  const tree = createGrowingTree();
  return {
    add(checkpoint) {
      tree.addLeaves(checkpointLeaf(checkpoint));
      return tree.root();
    },
  };
}
