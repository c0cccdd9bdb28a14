import { createGrowingTree } from './growing-tree.ts';
import { hashLeaf } from './merkle-tree.ts';

/** Facts of an account in a checkpoint: its pseudonym, the number of its entries, the newest of them and their root. */
export type AccountFacts = { account: string; entries: number; head: string; root: Buffer };

/**
 * The leaf of an account. The pseudonym is random: who sees the hash, as a neighbour in another user's proof, cannot
 * find out whose it is by trying.
 */
export function accountLeaf({ account, entries, head, root }: AccountFacts): Buffer {
  return hashLeaf(`atelier.account.v1\n${account}\n${entries}\n${head}\n${root.toString('base64url')}`);
}

/** The newest checkpoint of a log: its number, and the root of the log up to it, base64url. */
type LogHead = { number: number; log_root: string };

/** Restoration of a database: the checkpoint up to which it had the log, and the newest that was published. */
export type Restoration = { to: LogHead | null; published: LogHead };

/**
 * A checkpoint without the root of the log that ends with it. `time` is ISO 8601 in UTC, `root` base64url. `restored`: the
 * checkpoints between those two heads are of a history that was lost.
 */
export type CheckpointFacts = {
  number: number;
  time: string;
  accounts: number;
  root: string;
  restored?: Restoration;
};

/** The leaf of a checkpoint in the log of all checkpoints. */
export function checkpointLeaf({ number, time, accounts, root, restored }: CheckpointFacts): Buffer {
  const lines = ['atelier.checkpoint.v1', number, time, accounts, root];
  if (restored) {
    const { to, published } = restored;
    lines.push('restored', to?.number ?? -1, to?.log_root ?? '', published.number, published.log_root);
  }
  return hashLeaf(lines.join('\n'));
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
