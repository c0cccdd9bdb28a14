import {
  accountLeaf,
  createGrowingTree,
  hashLength,
  leafHashes,
  logTree,
  rangeOfLeaves,
  rootOfPeaks,
} from '@atelier/ledger-proof';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { LedgerProblem } from '../money/ledger-chain.ts';
import { type CheckpointRow, findNewestCheckpoint, listCheckpoints, toFacts } from './checkpoint-list.ts';

const accountsPerBatch = 200;
const checkpointsPerBatch = 1_000;
const maxAttempts = 5;

/**
 * Compares the ledger with its checkpoints: a past that was rewritten together with every hash of the chain still
 * differs from the tree, a tree that was rewritten with it from the signed root, and a checkpoint that was replaced from
 * the log. `isSigned`: whether a key of this deployment signed it; undefined when its key is not known.
 */
export async function findCheckpointProblems(
  on: Queryable,
  isSigned: (signed: string) => boolean | undefined = () => undefined,
): Promise<LedgerProblem[]> {
  for (let attempt = 1; ; attempt += 1) {
    const newest = await findNewestCheckpoint(on);
    const problems = [
      ...(await findLogProblems(on, isSigned)),
      ...(newest ? await findAccountProblems(on, newest) : []),
    ];
    // A checkpoint that was made meanwhile changed the accounts between two batches.
    const isSame = (await findNewestCheckpoint(on))?.number === newest?.number;
    if (isSame || attempt === maxAttempts) return problems;
  }
}

async function findLogProblems(
  on: Queryable,
  isSigned: (signed: string) => boolean | undefined,
): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  const log = logTree();
  let next = 0;
  for (;;) {
    const rows = await listCheckpoints(on, next, checkpointsPerBatch);
    for (const row of rows) {
      const compare = (check: string, expected: string, found: string) => {
        if (expected !== found)
          problems.push({ check, subject: `checkpoint ${row.number}`, expected, found });
      };
      const signed = readContent(row.signed);
      compare('checkpoints are numbered without gaps', String(next), String(row.number));
      const facts = toFacts(row);
      const { restored, ...plain } = facts;
      const stored = {
        ...plain,
        log_root: row.log_root.toString('base64url'),
        ...(restored && { restored }),
      };
      compare('a checkpoint is what was signed', signed, JSON.stringify(stored));
      compare('the log has every checkpoint', log.add(facts).toString('base64url'), stored.log_root);
      compare('a checkpoint is signed', 'true', String(isSigned(row.signed) ?? true));
      next = row.number + 1;
    }
    if (rows.length < checkpointsPerBatch) return problems;
  }
}

/** The signed facts as JSON in the order of CheckpointFacts, or why there are none. Nothing is verified. */
function readContent(signed: string): string {
  try {
    const content = Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString();
    const { number, time, accounts, root, log_root, restored } = JSON.parse(content);
    return JSON.stringify({ number, time, accounts, root, log_root, restored });
  } catch (error) {
    return String(error);
  }
}

type AccountRow = {
  user_id: string;
  account: string;
  position: number;
  entries: number;
  head: Buffer;
  peaks: Buffer;
  hashes: Buffer | null;
};

const nextAccounts = preparedQuery<AccountRow>(
  'ledger-accounts-to-verify',
  `select a.user_id, a.account, a.position, a.entries, a.head, a.peaks,
          (select string_agg(e.hash, ''::bytea order by e.id) from ledger_entry e
            where e.user_id = a.user_id and e.id <= a.head_id) as hashes
     from ledger_account a where a.position >= $1 order by a.position limit ${accountsPerBatch}`,
);

async function findAccountProblems(on: Queryable, newest: CheckpointRow): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  const tree = createGrowingTree();
  let size = 0;
  for (;;) {
    const rows = await nextAccounts(on, [size]);
    for (const row of rows) {
      problems.push(...compareAccount(row));
      tree.addLeaves(computeLeaf(row));
      size += 1;
    }
    if (rows.length < accountsPerBatch) break;
  }
  const expected = `${newest.accounts} with the root ${newest.root.toString('base64url')}`;
  const found = `${size} with the root ${tree.root().toString('base64url')}`;
  const subject = `checkpoint ${newest.number}`;
  if (expected !== found)
    problems.push({ check: 'accounts are those of the checkpoint', subject, expected, found });
  return problems;
}

function compareAccount({ user_id, entries, head, peaks, hashes }: AccountRow): LedgerProblem[] {
  const present = hashes ?? Buffer.alloc(0);
  const count = present.length / hashLength;
  const describe = (size: number, last: Buffer, root: Buffer) =>
    `${size} entries, the newest ${last.toString('hex')}, root ${root.toString('base64url')}`;
  const expected = describe(entries, head, rootOfPeaks(peaks));
  const root = rangeOfLeaves(leafHashes(present))(0, count);
  const found = describe(count, present.subarray(Math.max(0, present.length - hashLength)), root);
  if (expected === found) return [];
  return [
    { check: 'history is the one of the checkpoint', subject: `account of ${user_id}`, expected, found },
  ];
}

function computeLeaf({ account, entries, head, peaks }: AccountRow): Buffer {
  return accountLeaf({
    account,
    entries,
    head: head.toString('hex'),
    root: rootOfPeaks(peaks),
  });
}
