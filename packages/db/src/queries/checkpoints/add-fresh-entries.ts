import { randomUUID } from 'node:crypto';
import {
  accountLeaf,
  createGrowingTree,
  type GrowingTree,
  hashLength,
  rootOfPeaks,
  type TreeChanges,
} from '@atelier/ledger-proof';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { changeTiles } from './account-tree.ts';

/** Accounts and entries of a batch together, unless a single account has more. */
const batchSize = 20_000;

// A first checkpoint takes seconds for a million accounts only while most of their values stay in the database, and
// what is needed of a batch comes and goes as a few long values.
const createFresh = `
  create temporary table fresh_account (
    batch integer not null,
    position integer not null,
    user_id uuid not null,
    account uuid,
    entries integer not null,
    peaks bytea not null,
    added integer not null,
    last_id bigint not null,
    hashes bytea not null
  )`;

const summary = `count(*)::integer as added, max(e.id) as last_id, string_agg(e.hash, '' order by e.id) as hashes`;
const newest = `substring(f.hashes from length(f.hashes) - ${hashLength - 1})`;
/** Peaks of an account as of now, in the fifth value from its place on: one for each bit of the number of its entries. */
const peaks = `substring($5::bytea from c.place for bit_count((f.entries + f.added)::bit(32))::integer * ${hashLength})`;
const batch = `(row_number() over leaf + sum(f.added) over leaf) / ${batchSize}`;

/** Accounts in the order of their leaves, so that a batch changes few tiles. `write` is for a batch of them. */
type Phase = Record<'find' | 'write', ReturnType<typeof preparedQuery>>;

const knownAccounts: Phase = {
  find: preparedQuery(
    'find-known-accounts',
    `insert into fresh_account
     select ${batch}, f.position, f.user_id, f.account, f.entries, f.peaks, f.added, f.last_id, f.hashes
       from (select a.*, ${summary} from ledger_account a join ledger_entry e on e.user_id = a.user_id and e.id > a.head_id
              where e.id > $1 and a.position < $2::integer group by a.user_id) f
     window leaf as (order by f.position rows unbounded preceding)`,
  ),
  write: preparedQuery(
    'update-ledger-accounts',
    `update ledger_account a
        set entries = f.entries + f.added, head_id = f.last_id, head = ${newest}, peaks = ${peaks}
       from unnest($2::integer[], $3::uuid[], $4::integer[]) c (position, account, place), fresh_account f
      where f.batch = $1 and f.position = c.position and a.user_id = f.user_id`,
  ),
};

const newAccounts: Phase = {
  find: preparedQuery(
    'find-new-accounts',
    `insert into fresh_account
     select ${batch}, $2::integer - 1 + row_number() over leaf, f.user_id, null, 0, '', f.added, f.last_id, f.hashes
       from (select e.user_id, ${summary} from ledger_entry e
              where e.id > $1 and not exists (select from ledger_account a where a.user_id = e.user_id)
              group by e.user_id) f
     window leaf as (order by f.user_id rows unbounded preceding)`,
  ),
  write: preparedQuery(
    'insert-ledger-accounts',
    `insert into ledger_account (user_id, account, position, entries, head_id, head, peaks)
     select f.user_id, c.account, f.position, f.added, f.last_id, ${newest}, ${peaks}
       from unnest($2::integer[], $3::uuid[], $4::integer[]) c (position, account, place), fresh_account f
      where f.batch = $1 and f.position = c.position`,
  ),
};

type Batch = {
  positions: string;
  /** Pseudonyms; empty: none yet. */
  accounts: string;
  /** Number of entries in the tree so far, and of new ones. */
  entries: string;
  added: string;
  peaks: string;
  /** Hashes of all new entries, those of an account one after the other, oldest first. */
  hashes: Buffer;
};

// The accounts by position, their values joined by commas.
const readBatch = preparedQuery<Batch>(
  'read-fresh-accounts',
  `select string_agg(position::text, ',') as positions, string_agg(coalesce(account::text, ''), ',') as accounts,
          string_agg(entries::text, ',') as entries, string_agg(added::text, ',') as added,
          string_agg(encode(peaks, 'hex'), ',') as peaks, string_agg(hashes, '') as hashes
     from (select * from fresh_account where batch = $1 order by position) b having count(*) > 0`,
);

/**
 * Adds the entries after `coveredTo` that are not in the tree to it, and returns the number of its accounts, of which
 * there were `accounts`. In batches, so that memory does not grow with the ledger. Needs a transaction.
 */
export async function addFreshEntries(
  on: Queryable,
  { coveredTo, accounts }: { coveredTo: number; accounts: number },
): Promise<number> {
  // Sorting all entries takes a third of the time that reading them in the order of an index does.
  await on.query('set local enable_incremental_sort = off');
  const changes: TreeChanges[] = [];
  const tree = createGrowingTree();
  let size = accounts;
  for (const phase of accounts > 0 ? [knownAccounts, newAccounts] : [newAccounts]) {
    await on.query(createFresh);
    await phase.find(on, [coveredTo, accounts]);
    await on.query('create index on fresh_account (batch)');
    const { rows } = await on.query<{ batches: number; size: number }>(
      'select coalesce(max(batch) + 1, 0) as batches, coalesce(max(position) + 1, 0) as size from fresh_account',
    );
    const { batches = 0, size: reached = 0 } = rows[0] ?? {};
    for (let number = 0; number < batches; number += 1)
      changes.push(await addBatch(on, phase, { number, tree }));
    size = Math.max(size, reached);
    await on.query('drop table fresh_account');
  }
  // Two batches may change the same tile, the later one as a whole.
  let above: TreeChanges = {
    places: changes.flatMap(({ places }) => places),
    hashes: Buffer.concat(changes.map(({ hashes }) => hashes)),
  };
  for (let level = 1; above.places.length > 0; level += 1) above = await changeTiles(on, level, above);
  return size;
}

/** Writes the accounts of a batch and their leaves. Returns the changes of the level above. */
async function addBatch(
  on: Queryable,
  phase: Phase,
  { number, tree }: { number: number; tree: GrowingTree },
): Promise<TreeChanges> {
  const [row] = await readBatch(on, [number]);
  if (!row) return { places: [], hashes: Buffer.alloc(0) };
  const split = (name: Exclude<keyof Batch, 'hashes'>) => row[name].split(',');
  const [positions, accounts, known] = [split('positions'), split('accounts'), split('entries')];
  const [added, stored] = [split('added'), split('peaks')];
  const leaves = Buffer.alloc(positions.length * hashLength);
  const places: number[] = [];
  const all: Buffer[] = [];
  let [from, place] = [0, 1];
  for (let index = 0; index < positions.length; index += 1) {
    const [size, more] = [Number(known[index]), Number(added[index])];
    const to = from + more * hashLength;
    tree.restart(size, Buffer.from(stored[index] ?? '', 'hex'));
    tree.addContents(row.hashes, from, to);
    const [account, peaks] = [accounts[index] || randomUUID(), tree.peaks()];
    const head = row.hashes.toString('hex', to - hashLength, to);
    accountLeaf({ account, entries: size + more, head, root: rootOfPeaks(peaks) }).copy(
      leaves,
      index * hashLength,
    );
    accounts[index] = account;
    places.push(place);
    all.push(peaks);
    from = to;
    place += peaks.length;
  }
  const lists = [positions, accounts, places].map((values) => `{${values.join(',')}}`);
  await phase.write(on, [number, ...lists, Buffer.concat(all)]);
  return changeTiles(on, 0, { places: positions.map(Number), hashes: leaves });
}
