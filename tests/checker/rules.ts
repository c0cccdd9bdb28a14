// The rules that hold in the database alone, each as one statement that names every row that breaks it. What concerns
// balances, holds, budgets of keys and the hash chain is in packages/db/src/queries/checkpoints/ledger-check.ts.

/** Each yields `sentence`. */
const rules = [
  // A balance is never negative; credits of a payment that went back are owed by its purchase instead.
  `select format('account %s has %s credits available and %s held', user_id, available, held) as sentence
     from credit_account where available < 0 or held < 0 or running < 0 or waiting < 0`,
  `select format('purchase %s of %s credits has %s taken and %s owed', id, credits, taken, owed)
     from purchase where taken < 0 or owed < 0 or taken + owed > credits`,

  `select format('generation %s of %s credits has %s reserve entries of %s', id, cost, reserves, reserved)
     from booked where reserves - exchanges <> (cost > 0)::integer or reserved <> cost`,
  `select format('generation %s is %s and settled %s and released %s of %s held credits',
                 id, status, settled_entries, released_entries, reserved)
     from booked where has_ended and settled_entries + released_entries <> reserved`,
  `select format('generation %s is %s, but %s of its credits are settled or released',
                 id, status, settled_entries + released_entries)
     from booked where not has_ended and settles + releases > 0`,
  `select format('generation %s has %s settle and %s release entries', id, settles, releases)
     from booked where settles > 1 or releases > 1`,
  `select format('generation %s was charged %s credits and refunded %s, in %s entries',
                 id, settled_entries, refunded, refunds)
     from booked where refunds > 1 or refunded > settled_entries`,
  `select format('generation %s is %s and was charged %s of %s credits', id, status, settled_entries, cost)
     from booked
    where status = 'completed' and settled_entries <> cost
       or status in ('failed', 'cancelled') and settled_entries <> 0`,

  `select format('generation %s is %s, but its stage is %s', id, status, stage)
     from generation
    where (stage = 'done') <> (status not in ('waiting', 'pending', 'processing')) or (stage = 'done') <> (finished_at is not null)`,

  `select format('generation %s waits in the line, but %s', id, what)
     from generation
    cross join lateral (values
      (case when submit_state <> 'none' or attempt > 0 and held_since is null then 'was submitted'
            when started_at is not null then 'has started'
            when line_place > (select line_tail from credit_account a where a.user_id = generation.user_id)
              then 'is behind its end' end)) as found (what)
    where status = 'waiting' and what is not null`,

  // A cut has one result, however many processes rendered it; a result outlives its cut, which is forgotten after a day.
  `select format('the cuts %s have the same result %s', string_agg(id::text, ', '), generation_id)
     from cut where generation_id is not null group by generation_id having count(*) > 1`,
  `select format('user %s has %s results of %s completed cuts', g.user_id, count(*), min(c.completed))
     from generation g
     join (select user_id, count(*) filter (where state = 'completed') as completed from cut group by user_id) c
       on c.user_id = g.user_id
    where g.kind = 'cut' and g.created_at > now() - interval '23 hours'
    group by g.user_id having count(*) <> min(c.completed)`,

  `select format('take %s of the film %s is another user''s', t.generation_id, f.id)
     from film f join film_take t on t.film_id = f.id join generation g on g.id = t.generation_id
    where g.user_id <> f.user_id`,
  // A film is due until its takes have ended, and joined when each shot has a good one.
  `select format('film %s has a good take of every shot, and is neither joined nor due', f.id)
     from film f join app_user u on u.id = f.user_id and u.closed_at is null
    where f.joined is null and f.join_due_at is null and f.created_at > now() - interval '23 hours'
      and jsonb_array_length(f.document->'shots') > 0
      and not exists (
        select from jsonb_array_elements(f.document->'shots') shot
         where not exists (
           select from film_take t join generation g on g.id = t.generation_id
            where t.film_id = f.id and t.shot_id = (shot->>'id')::uuid
              and g.status = 'completed' and g.settled > 0 and g.purged_at is null))`,

  // While a generation runs, two attempts may both have been accepted; its end leaves one and makes the other an orphan.
  `select format('submission %s of generation %s is at the provider as %s, but the generation ended with %s and it is no orphan',
                 s.attempt, s.generation_id, s.provider_request_id, coalesce(g.provider_request_id, 'no request'))
     from provider_submission s join generation g on g.id = s.generation_id
    where s.state = 'sent' and s.provider_request_id is distinct from g.provider_request_id
       and g.status not in ('waiting', 'pending', 'processing')`,
];

/** Counts and sums of the ledger entries of each generation. A stand-in has exchanged its hold, which is no release. */
const booked = `
  select g.id, g.status, g.cost, g.status not in ('waiting', 'pending', 'processing') as has_ended,
         count(*) filter (where e.kind = 'reserve') as reserves,
         count(*) filter (where e.kind = 'settle') as settles,
         count(*) filter (where e.kind = 'release' and not e.is_exchange) as releases,
         count(*) filter (where e.is_exchange) as exchanges,
         count(*) filter (where e.kind = 'refund') as refunds,
         coalesce(sum(-e.d_available) filter (where e.kind = 'reserve' or e.is_exchange), 0) as reserved,
         coalesce(sum(-e.d_held) filter (where e.kind = 'settle'), 0) as settled_entries,
         coalesce(sum(e.d_available) filter (where e.kind = 'release' and not e.is_exchange), 0) as released_entries,
         coalesce(sum(e.d_available) filter (where e.kind = 'refund'), 0) as refunded
    from generation g
    left join (select *, kind = 'release' and entry_key like 'release:' || generation_id || ':%' as is_exchange
                 from ledger_entry) e on e.generation_id = g.id
   group by g.id`;

/** All rules in one round trip. */
export const brokenRules = `with booked as (${booked}) ${rules.join(' union all ')}`;
