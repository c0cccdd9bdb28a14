// The log of checkpoints as it was published, kept outside of the database: a database that was restored from a backup has
// lost its newest ones, whose numbers must never be signed again. One signed checkpoint a line, oldest first.
import { logTree, type Restoration } from '@atelier/ledger-proof';
import type { Queryable } from '../../prepared.ts';
import { type CheckpointRow, listCheckpoints } from './checkpoint-list.ts';

export type PublishedLog = {
  /** Returns undefined when there is none. Throws when it cannot be read. */
  read: () => Promise<string | undefined>;
  write: (text: string) => Promise<void>;
};

type Published = Pick<CheckpointRow, 'number' | 'accounts' | 'root' | 'log_root' | 'signed' | 'restored'> & {
  time: string;
};

export type ComparedLog = {
  /** All that was ever published, signed, with what the database has lost. */
  signed: string[];
  /** Restoration of the database; undefined when the database has the whole log. */
  restored: Restoration | undefined;
  /** Whether checkpoints are in the database and not outside. */
  isOutsideBehind: boolean;
};

/**
 * Compares the log of the database with the published one, and puts into the database what it has lost of it. Throws when
 * the published log cannot be read, or has another checkpoint under the same number: nothing is signed then.
 */
export async function restorePublishedLog(on: Queryable, published: PublishedLog): Promise<ComparedLog> {
  const stored = await listCheckpoints(on, 0, 2_147_483_647);
  const outside = parseLog((await published.read()) ?? '');
  const differing = stored.findIndex(
    (row, number) => outside[number] && outside[number].signed !== row.signed,
  );
  if (differing >= 0)
    throw new Error(
      `Checkpoint ${differing} of the database is not the one that was published under this number: nothing is signed`,
    );
  const lost = outside.slice(stored.length);
  await insertLost(on, lost, stored.at(-1));
  const [newest, kept] = [lost.at(-1), stored.at(-1)];
  return {
    signed: [...stored, ...lost].map(({ signed }) => signed),
    restored: newest && { to: kept ? readHead(kept) : null, published: readHead(newest) },
    isOutsideBehind: outside.length < stored.length,
  };
}

export function writePublishedLog(published: PublishedLog, signed: readonly string[]): Promise<void> {
  return published.write(signed.map((each) => `${each}\n`).join(''));
}

function readHead({ number, log_root: logRoot }: Pick<CheckpointRow, 'number' | 'log_root'>) {
  return { number, log_root: logRoot.toString('base64url') };
}

/** Throws when a line is not the next checkpoint of the log that the lines before it are. */
function parseLog(text: string): Published[] {
  const log = logTree();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((signed, index) => {
      const checkpoint = parseCheckpoint(signed, index);
      const { number, time, accounts, restored } = checkpoint;
      const root = checkpoint.root.toString('base64url');
      const logRoot = log.add({ number, time, accounts, root, ...(restored && { restored }) });
      if (number !== index || !logRoot.equals(checkpoint.log_root))
        throw new Error(`The published log of checkpoints is damaged at number ${index}: nothing is signed`);
      return checkpoint;
    });
}

function parseCheckpoint(signed: string, index: number): Published {
  try {
    const content = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
    const { number, time, accounts, root, log_root, restored = null } = content;
    const readBytes = (hash: string) => Buffer.from(hash, 'base64url');
    return { number, time, accounts, restored, signed, root: readBytes(root), log_root: readBytes(log_root) };
  } catch (error) {
    const message = `The published log of checkpoints cannot be read at number ${index}: nothing is signed`;
    throw new Error(message, { cause: error });
  }
}

/** Inserts lost checkpoints. What they cover is unknown here: the next one begins where the newest that was kept ends. */
async function insertLost(on: Queryable, lost: readonly Published[], kept: CheckpointRow | undefined) {
  for (const { number, time, accounts, root, log_root: logRoot, signed, restored } of lost)
    await on.query(
      `insert into ledger_checkpoint
         (number, created_at, accounts, root, log_root, signed, restored, seen_to, horizon, covered_to)
       values ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8)`,
      [
        number,
        time,
        accounts,
        root,
        logRoot,
        signed,
        restored && JSON.stringify(restored),
        kept?.covered_to ?? 0,
      ],
    );
}
