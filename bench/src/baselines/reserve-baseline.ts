import { getProvider } from '@atelier/catalog/server';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { benchInput, benchKind } from '../bench-input.ts';

const costCredits = benchKind.price(benchInput).costCredits;
const endpoint = getProvider(benchKind).endpoint;
const input = JSON.stringify(benchInput);

/** The three writes that every reservation needs: balance, generation, ledger entry. */
const text = `
  with account as (
    update credit_account
       set available = available - $3, held = held + $3, running = running + 1, revision = revision + 1,
           video_count = video_count + 1
     where user_id = $2 and available >= $3
    returning available, held
  ), created as (
    insert into generation (id, user_id, kind, medium, prompt, model, input, cost, expected_seconds, deadline_at,
                            provider_endpoint, next_check_at)
    select $1, $2, 'text-to-video', 'video', $4, 'wan-t2v', $5, $3, 60, now() + interval '25 minutes', $6,
           now() + interval '10 seconds'
      from account
  )
  insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                            generation_id)
  select $2, 'reserve', -$3::bigint, $3, available, held, 'reserve:' || $1::text, $1 from account
  returning available_after`;

/** The baseline of P1: on the product's tables with all their indexes, as a prepared statement through `pg`. */
export async function reserveBaseline(pool: pg.Pool, userId: string): Promise<void> {
  const values = [uuidv7(), userId, costCredits, benchInput.prompt, input, endpoint];
  const { rowCount } = await pool.query({ name: 'reserve-baseline', text, values });
  if (rowCount !== 1) throw new Error(`Nothing was reserved for ${userId}`);
}
