import { accountLeaf, appendLeaf, hashLeaf, hashLength, rootOfPeaks } from '@atelier/ledger-proof';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { changeTiles } from './account-tree.ts';

const accountsPerBatch = 5_000;

/** An account with entries that are not in the tree yet. Absent values: it has no leaf. */
type FreshRow = {
  user_id: string;
  account: string;
  position: number | null;
  entries: number;
  peaks: Buffer | null;
  last_id: number;
  /** Of the new entries, oldest first. */
  hashes: Buffer;
};

// Accounts in the order of their leaves, so that a batch changes few tiles; new ones are last.
const openFresh = `
  declare fresh_accounts no scroll cursor for
  select f.user_id, coalesce(a.account, gen_random_uuid()) as account, a.position, coalesce(a.entries, 0) as entries,
         a.peaks, f.last_id, f.hashes
    from (select e.user_id, max(e.id) as last_id, string_agg(e.hash, ''::bytea order by e.id) as hashes
            from ledger_entry e left join ledger_account a on a.user_id = e.user_id
           where e.id > $1 and e.id > coalesce(a.head_id, 0)
           group by e.user_id) f
    left join ledger_account a on a.user_id = f.user_id
   order by a.position nulls last, f.user_id`;

const storeAccounts = preparedQuery(
  'store-ledger-accounts',
  `insert into ledger_account (user_id, account, position, entries, head_id, head, peaks)
   select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::bigint[], $6::bytea[], $7::bytea[])
   on conflict (user_id) do update
      set entries = excluded.entries, head_id = excluded.head_id, head = excluded.head, peaks = excluded.peaks`,
);

/**
 * Adds the entries after `coveredTo` that are not in the tree to it, and returns the number of its accounts, of which
 * there were `accounts`. In batches, so that memory does not grow with the ledger. Needs a transaction.
 */
export async function addFreshEntries(
  on: Queryable,
  { coveredTo, accounts }: { coveredTo: number; accounts: number },
): Promise<number> {
  let size = accounts;
  let above = new Map<number, Buffer>();
  await on.query(openFresh.replace('$1', String(coveredTo)));
  for (;;) {
    const { rows } = await on.query<FreshRow>(`fetch ${accountsPerBatch} from fresh_accounts`);
    if (rows.length === 0) break;
    const changed = rows.map((row) => {
      const position = row.position ?? size;
      if (row.position === null) size += 1;
      return extend(row, position);
    });
    const columns = [
      changed.map((row) => row.userId),
      changed.map((row) => row.account),
      changed.map((row) => row.position),
      changed.map((row) => row.entries),
      changed.map((row) => row.headId),
      changed.map((row) => row.head),
      changed.map((row) => row.peaks),
    ];
    await storeAccounts(on, columns);
    const roots = await changeTiles(on, 0, new Map(changed.map(({ position, leaf }) => [position, leaf])));
    for (const [place, root] of roots) above.set(place, root);
  }
  await on.query('close fresh_accounts');
  for (let level = 1; above.size > 0; level += 1) above = await changeTiles(on, level, above);
  return size;
}

function extend(row: FreshRow, position: number) {
  const peaks = splitHashes(row.peaks ?? Buffer.alloc(0));
  const added = splitHashes(row.hashes);
  for (const [index, hash] of added.entries()) appendLeaf(peaks, row.entries + index, hashLeaf(hash));
  const entries = row.entries + added.length;
  const head = added.at(-1) ?? Buffer.alloc(0);
  const facts = { account: row.account, entries, head: head.toString('hex'), root: rootOfPeaks(peaks) };
  return {
    ...{ userId: row.user_id, account: row.account, position, entries, headId: row.last_id, head },
    ...{ peaks: Buffer.concat(peaks), leaf: accountLeaf(facts) },
  };
}

export function splitHashes(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / hashLength }, (_, index) =>
    hashes.subarray(index * hashLength, (index + 1) * hashLength),
  );
}
