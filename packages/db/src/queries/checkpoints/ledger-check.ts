import type { Queryable } from '../../prepared.ts';
import { generationCountProblems } from '../library/generation-counts.ts';
import { isExchange } from '../money/exchanged-holds.ts';
import { findChainProblems, type LedgerProblem } from '../money/ledger-chain.ts';
import { findCheckpointProblems } from './verify-checkpoints.ts';

/**
 * The daily proof of the ledger (docs/reliability.md): balances equal their entries, every hold belongs to a running
 * or waiting generation, each API key has spent what its generations cost, every account's chain is whole, all of it
 * is what the checkpoints say, and the totals of pages are right. Returns the rows where the money does not add up. Empty
 * is right. `isSigned` as in findCheckpointProblems.
 */
export async function findLedgerProblems(
  on: Queryable,
  isSigned?: (signed: string) => boolean | undefined,
): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (const [check, text] of Object.entries(checks)) {
    const { rows } = await on.query<Omit<LedgerProblem, 'check'>>(text);
    problems.push(...rows.map((row) => ({ check, ...row })));
  }
  return [...problems, ...(await findChainProblems(on)), ...(await findCheckpointProblems(on, isSigned))];
}

/** The only one that is not about money: `repairGenerationCounts` sets right what it finds. */
export const countsCheck = 'counts equal the generations';

const checks = {
  'balance equals the sum of its entries': `
    select a.user_id::text as subject, a.available || '/' || a.held as expected,
           coalesce(sum(e.d_available), 0) || '/' || coalesce(sum(e.d_held), 0) as found
      from credit_account a left join ledger_entry e on e.user_id = a.user_id
     group by a.user_id
    having a.available <> coalesce(sum(e.d_available), 0) or a.held <> coalesce(sum(e.d_held), 0)`,
  'held equals the cost of what runs': `
    select a.user_id::text as subject, format('%s in %s and %s waiting', a.held, a.running, a.waiting) as expected,
           format('%s in %s and %s waiting', coalesce(sum(g.cost), 0), count(g.id) filter (where g.status <> 'waiting'),
                  count(g.id) filter (where g.status = 'waiting')) as found
      from credit_account a
      left join generation g on g.user_id = a.user_id and g.status in ('waiting', 'pending', 'processing')
     group by a.user_id
    having a.held <> coalesce(sum(g.cost), 0) or a.running <> count(g.id) filter (where g.status <> 'waiting')
        or a.waiting <> count(g.id) filter (where g.status = 'waiting')`,
  'one reserve per generation, resolved once': `
    select g.id::text as subject, g.status || ' ' || g.settled || '+' || g.released || '=' || g.cost as expected,
           string_agg(e.kind || ' ' || e.d_available || '/' || e.d_held, ', ' order by e.id) as found
      from generation g
      left join (select e.*, e.kind = 'release' and ${isExchange('e')} as is_exchange from ledger_entry e where e.kind <> 'refund') e on e.generation_id = g.id
     group by g.id
    having coalesce(sum(-e.d_available) filter (where e.kind = 'reserve' or e.is_exchange), 0) <> g.cost
        or count(*) filter (where e.kind = 'reserve') <> (g.cost > 0)::integer + count(*) filter (where e.is_exchange)
        or (count(*) filter (where e.is_exchange) > 0) <> (g.stood_in_for is not null)
        or coalesce(sum(-e.d_held) filter (where e.kind = 'settle'), 0) <> g.settled
        or coalesce(sum(e.d_available) filter (where e.kind = 'release' and not e.is_exchange), 0) <> g.released`,
  'a stand-in exchanges the whole hold': `
    select generation_id::text as subject, held_before || ' released' as expected, d_available || ' released' as found
      from (select e.generation_id, e.d_available, e.kind = 'release' and ${isExchange('e')} as is_exchange,
                   coalesce(lag(e.d_held) over (partition by e.generation_id order by e.id), 0) as held_before,
                   coalesce(lead(e.kind) over (partition by e.generation_id order by e.id), '') as kind_after
              from ledger_entry e
             where e.generation_id in (select id from generation where stood_in_for is not null)) entries
     where is_exchange and (held_before <> d_available or kind_after <> 'reserve')`,
  'spent by a key equals its generations': `
    select k.id::text as subject, k.spent::text as expected, (made.cost - made.refunded)::text as found
      from api_key k
     cross join lateral (
       select coalesce(sum(g.cost - g.released), 0) as cost,
              coalesce(sum((select sum(e.d_available) from ledger_entry e
                             where e.generation_id = g.id and e.kind = 'refund')), 0) as refunded
         from generation g where g.api_key_id = k.id
     ) made
     where k.spent <> made.cost - made.refunded`,
  [countsCheck]: generationCountProblems,
} as const;
