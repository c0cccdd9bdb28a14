import { inclusionProof, leafHashes, rangeOfLeaves } from '@atelier/ledger-proof';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';
import { type AccountProof, hideOperator } from '../money/ledger-csv.ts';
import { readLedger } from '../money/ledger-export.ts';
import type { HashedEntry } from '../money/ledger-line-text.ts';
import { loadAccountTree } from './account-tree.ts';
import { findNewestCheckpoint } from './checkpoint-list.ts';

/** The same for some of its entries, with what was hashed of each. */
export type EntriesProof = AccountProof & {
  path: string[];
  entries: ({ position: number } & HashedEntry)[];
};

type AccountRow = { account: string; position: number; entries: number; head_id: number; head: Buffer };

const findAccount = preparedQuery<AccountRow>(
  'ledger-account',
  'select account, position, entries, head_id, head from ledger_account where user_id = $1',
);

const findPositions = preparedQuery<{ hashes: Buffer; positions: { id: number; position: number }[] | null }>(
  'ledger-positions',
  `with counted as (
     select id, hash, generation_id, row_number() over (order by id) - 1 as position
       from ledger_entry where user_id = $1 and id <= $2)
   select string_agg(hash, ''::bytea order by id) as hashes,
          jsonb_agg(jsonb_build_object('id', id, 'position', position) order by id)
            filter (where generation_id = $3) as positions
     from counted`,
);

/**
 * Proves the entries of a generation by the newest checkpoint. Undefined when it has none of them. Reads the hashes of
 * all entries of the account, 32 bytes each. Uses ledger_entry_user.
 */
export async function findGenerationProof(
  db: Db,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<EntriesProof | undefined> {
  return inOneSnapshot(db, async (on, snapshot) => {
    const found = await proveAccount(on, userId);
    if (!found) return undefined;
    const [known] = await findPositions(on, [userId, found.headId, generationId]);
    if (!known?.positions) return undefined;
    const positionOf = new Map(known.positions.map(({ id, position }) => [id, position]));
    const entries: EntriesProof['entries'] = [];
    for await (const batch of readLedger(snapshot, { userId, generationId })) {
      for (const entry of batch) {
        const position = positionOf.get(entry.id);
        if (position !== undefined) entries.push({ position, ...hideOperator(entry) });
      }
    }
    const range = rangeOfLeaves(leafHashes(known.hashes));
    const path = inclusionProof(range, found.proof.account.entries, [...positionOf.values()]);
    return { ...found.proof, path: path.map(toText), entries };
  });
}

/** Proves an account by the newest checkpoint, for its first `entries` entries. Returns undefined when it is in none. */
export async function findAccountProof(db: Db, userId: string): Promise<AccountProof | undefined> {
  return inOneSnapshot(db, async (on) => (await proveAccount(on, userId))?.proof);
}

/** A checkpoint that is made meanwhile changes tree and accounts together, and neither is seen. */
function inOneSnapshot<Result>(
  db: Db,
  work: (on: Queryable, snapshot: Pick<Db, 'kysely'>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (on, trx) => {
    await on.query('set transaction isolation level repeatable read, read only');
    return work(on, { kysely: trx });
  });
}

async function proveAccount(on: Queryable, userId: string) {
  const [checkpoint, [row]] = [await findNewestCheckpoint(on), await findAccount(on, [userId])];
  if (!checkpoint || !row) return undefined;
  const { account, position, entries, head_id: headId, head } = row;
  const tree = await loadAccountTree(on, checkpoint.accounts, position);
  const path = inclusionProof(tree, checkpoint.accounts, [position]).map(toText);
  const proof: AccountProof = {
    number: checkpoint.number,
    time: checkpoint.created_at.toISOString(),
    checkpoint: checkpoint.signed,
    account: { account, position, entries, head: head.toString('hex'), path },
  };
  return { proof, headId };
}

function toText(hash: Buffer): string {
  return hash.toString('base64url');
}
