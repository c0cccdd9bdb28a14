import { type CheckpointFacts, logTree } from '@atelier/ledger-proof';
import type { Db } from '../../connect.ts';
import type { Queryable } from '../../prepared.ts';
import { inTransaction, type TransactionStep } from '../../transaction.ts';
import { loadAccountTree } from './account-tree.ts';
import { addFreshEntries } from './add-fresh-entries.ts';
import { type CheckpointRow, findNewestCheckpoint, listCheckpointFacts, toFacts } from './checkpoint-list.ts';
import { type PublishedLog, restorePublishedLog, writePublishedLog } from './published-log.ts';

export type CheckpointOptions = {
  /** The address of this deployment, where the log and the keys are published. */
  issuer: string;
  /** Returns a JSON Web Signature (RFC 7515, compact) with this content. */
  sign: (content: object) => string;
  /** Only when there is none of today (UTC), or the database has lost one that was published. */
  isDaily: boolean;
  /** Only when the database has lost one that was published. */
  isOnlyAfterRestoration?: boolean;
  /** All that was ever published, outside of the database. */
  published: PublishedLog;
};

type Progress = { now: Date; seen_to: number; horizon: number; covered_to: number };

/**
 * Adds what was booked since the last checkpoint to the tree of all accounts, and its signed root to the log of
 * checkpoints. Takes time in proportion to what was booked; movements of credits go on meanwhile, and one that is not
 * committed yet belongs to the next checkpoint. `inSameTransaction`: other writes. Returns undefined when today's
 * exists.
 *
 * A database that was restored has lost checkpoints that were published: they return to its log, and the next one says so and
 * goes on after their numbers. It is kept outside before it is committed, so no number is ever signed twice for others to see.
 */
export function makeCheckpoint(
  db: Db,
  options: CheckpointOptions,
  inSameTransaction?: TransactionStep<CheckpointRow>,
): Promise<CheckpointRow | undefined> {
  return inTransaction(db, async (on) => {
    // A first checkpoint of a large ledger is one long statement.
    await on.query(`set local statement_timeout = '10min'`);
    await on.query(`select pg_advisory_xact_lock(hashtext('atelier checkpoint'))`);
    const progress = await readProgress(on);
    const before = await findNewestCheckpoint(on);
    const { signed, restored, isOutsideBehind } = await restorePublishedLog(on, options.published);
    const isMade = before !== undefined && isSameDay(before.created_at, progress.now);
    if (!restored && (options.isOnlyAfterRestoration || (options.isDaily && isMade))) {
      if (isOutsideBehind) await writePublishedLog(options.published, signed);
      return undefined;
    }
    const accounts = await addFreshEntries(on, {
      coveredTo: before?.covered_to ?? 0,
      accounts: before?.accounts ?? 0,
    });
    const tree = await loadAccountTree(on, accounts);
    const row = await insertCheckpoint(on, options, progress, {
      number: signed.length,
      time: progress.now.toISOString(),
      accounts,
      root: tree(0, accounts).toString('base64url'),
      ...(restored && { restored }),
    });
    await inSameTransaction?.(on, row);
    await writePublishedLog(options.published, [...signed, row.signed]);
    return row;
  });
}

// Ids are given before they are committed, so an entry can appear below one that is already visible. One that has no id
// yet gets a higher one than any visible entry. So all entries up to `seen_to` are visible as soon as every transaction
// has ended that had begun then, which are those before `horizon`: a movement locks its account, and with it has its
// place among the transactions, before its entry gets an id.
async function readProgress(on: Queryable): Promise<Progress> {
  const { rows } = await on.query<Progress>(`
    with now_seen as (
      select (select coalesce(max(id), 0) from ledger_entry) as seen_to,
             pg_snapshot_xmax(pg_current_snapshot())::text::bigint as horizon)
    select now(), seen_to, horizon,
           (select coalesce(max(s.seen_to), 0)
              from (select seen_to, horizon from ledger_checkpoint union all select seen_to, horizon from now_seen) s
             where s.horizon <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as covered_to
      from now_seen`);
  const [progress] = rows;
  if (!progress) throw new Error('The database returned no row');
  return progress;
}

async function insertCheckpoint(
  on: Queryable,
  { issuer, sign }: CheckpointOptions,
  { now, seen_to, horizon, covered_to }: Progress,
  facts: CheckpointFacts,
): Promise<CheckpointRow> {
  const log = logTree();
  for (const earlier of await listCheckpointFacts(on)) log.add(earlier);
  const logRoot = log.add(facts);
  const { number, time, accounts, root, restored } = facts;
  const signed = sign({
    type: 'atelier.checkpoint.v1',
    issuer,
    number,
    time,
    accounts,
    root,
    log_root: logRoot.toString('base64url'),
    ...(restored && { restored }),
  });
  const { rows } = await on.query<CheckpointRow>(
    `insert into ledger_checkpoint
       (number, created_at, accounts, root, log_root, signed, restored, seen_to, horizon, covered_to)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      number,
      now,
      accounts,
      Buffer.from(root, 'base64url'),
      logRoot,
      signed,
      restored ? JSON.stringify(restored) : null,
      seen_to,
      horizon,
      covered_to,
    ],
  );
  const [row] = rows;
  if (!row || toFacts(row).time !== time) throw new Error('The checkpoint was not stored as it was signed');
  return row;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);
}
