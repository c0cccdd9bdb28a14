import { preparedQuery, type Queryable } from '../../prepared.ts';

/** Where the money does not add up: which rule, at what, and how. */
export type LedgerProblem = { check: string; subject: string; expected: string; found: string };

const accountsPerBatch = 100;

const nextAccounts = preparedQuery<{ id: string }>(
  'accounts-to-verify',
  `select id from app_user where id > $1 order by id limit ${accountsPerBatch}`,
);

type Break = {
  user_id: string;
  id: number;
  is_hash_right: boolean;
  is_linked: boolean;
  is_balanced: boolean;
  hash: string;
  prev_hash: string;
  expected_prev: string;
  balance: string;
  expected_balance: string;
};

const findBreaks = preparedQuery<Break>(
  'chain-breaks',
  `select * from (
     select e.user_id, e.id, encode(e.hash, 'hex') as hash, encode(e.prev_hash, 'hex') as prev_hash,
            e.hash = ledger_entry_hash(e) as is_hash_right,
            e.prev_hash = coalesce(lag(e.hash) over chain, decode(repeat('00', 32), 'hex')) as is_linked,
            encode(coalesce(lag(e.hash) over chain, decode(repeat('00', 32), 'hex')), 'hex') as expected_prev,
            e.available_after = coalesce(lag(e.available_after) over chain, 0) + e.d_available
              and e.held_after = coalesce(lag(e.held_after) over chain, 0) + e.d_held as is_balanced,
            e.available_after || '/' || e.held_after as balance,
            coalesce(lag(e.available_after) over chain, 0) + e.d_available || '/'
              || coalesce(lag(e.held_after) over chain, 0) + e.d_held as expected_balance
       from ledger_entry e where e.user_id = any($1)
     window chain as (partition by e.user_id order by e.id)) entries
   where not (is_hash_right and is_linked and is_balanced)
   order by user_id, id`,
);

/**
 * Entries whose content does not fit their hash, that do not follow the one before them, or that leave another balance
 * than they should. Account by account, so that no statement reads the whole ledger. Uses ledger_entry_user.
 */
export async function findChainProblems(on: Queryable): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const accounts = await nextAccounts(on, [after]);
    const last = accounts.at(-1);
    if (!last) return problems;
    const breaks = await findBreaks(on, [accounts.map(({ id }) => id)]);
    problems.push(...breaks.flatMap(explain));
    after = last.id;
  }
}

function explain(broken: Break): LedgerProblem[] {
  const subject = `entry ${broken.id} of ${broken.user_id}`;
  const problems: LedgerProblem[] = [];
  if (!broken.is_hash_right) {
    const found = 'the hash of other content';
    problems.push({ check: 'content fits its hash', subject, expected: broken.hash, found });
  }
  if (!broken.is_linked) {
    const { prev_hash: found, expected_prev: expected } = broken;
    problems.push({ check: 'follows the entry before it', subject, expected, found });
  }
  if (!broken.is_balanced) {
    const { balance: found, expected_balance: expected } = broken;
    problems.push({ check: 'leaves the balance before plus itself', subject, expected, found });
  }
  return problems;
}
