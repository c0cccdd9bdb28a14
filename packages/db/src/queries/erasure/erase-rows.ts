import { sql } from 'kysely';
import { erasedGeneration } from '../../generation-columns.ts';
import { recount } from '../library/generation-counts.ts';
import { lockAvailable } from '../money/collect-debt.ts';
import { moveCredits } from '../money/move-credits.ts';
import type { ErasureRow } from '../users/account-closing.ts';
import type { ErasedCounts, StepResult, Trx } from './erasure-steps.ts';

/**
 * The point of no return: name, address and sign-in identities go, so that the next sign-in makes a new account, and
 * nothing can be added to this one. Writers of sessions, uploads and outputs lock the user's row and wait for it. Does
 * nothing while a generation still runs or waits.
 */
export async function eraseIdentity(trx: Trx, { id, user_id }: ErasureRow): Promise<StepResult> {
  const { rows } = await sql`
    select from generation where user_id = ${user_id} and status in ('waiting', 'pending', 'processing') limit 1`.execute(
    trx,
  );
  if (rows.length > 0) return { erased: {}, isDone: false };
  // That an address is no operator's any more stays, as long as ADMIN_EMAILS may still name it.
  await sql`
    delete from operator o using app_user u
     where u.id = ${user_id} and o.email = lower(u.email) and o.is_operator`.execute(trx);
  await sql`
    update app_user
       set email = 'erased-' || id || '@erased.invalid', name = null, language = null, omits_recipes = false, shares_recipes = false, lock_reason = null, erased_at = now()
     where id = ${user_id}`.execute(trx);
  const erased = await deleteOwn(trx, user_id, ['oauth_account', 'push_subscription', 'user_session']);
  await sql`update erasure set started_at = now() where id = ${id}`.execute(trx);
  return { erased, isDone: true };
}

const generationsPerBatch = 500;

/**
 * One batch of the generations: what was asked for and what came of it goes; kind, price, times and outcome stay, because
 * the ledger's entries refer to them.
 */
export async function eraseGenerations(trx: Trx, erasure: ErasureRow): Promise<StepResult> {
  const { rows: batch } = await sql<{ id: string; created_at: string }>`
    select id, created_at::text as created_at
      from generation
     where user_id = ${erasure.user_id}
       and (created_at, id) > (select after_created_at, after_id from erasure where id = ${erasure.id})
     order by created_at, id limit ${generationsPerBatch}`.execute(trx);
  const last = batch.at(-1);
  if (!last) return { erased: {}, isDone: true };
  const ids = batch.map(({ id }) => id);
  await sql`
    with kept as (
      select user_id, medium from generation where id = any(${ids}) and deleted_at is null
       order by id for no key update
    ) ${sql.raw(recount('-', 'kept'))}`.execute(trx);
  await sql`
    update generation set ${sql.raw(erasedGeneration)}
     where id = any(${ids})`.execute(trx);
  const erased: Record<string, number> = { generation: ids.length };
  const tables = ['output', 'provider_submission', 'provider_event', 'idempotency_key', 'webhook_delivery'];
  for (const table of [...tables, 'upload_use', 'generation_source', 'mail', 'report', 'share'])
    erased[table] = await count(trx, sql`delete from ${sql.table(table)} where generation_id = any(${ids})`);
  erased.outbox = await count(
    trx,
    sql`delete from outbox where payload->>'generationId' = any(${ids.map(String)})`,
  );
  return { erased, isDone: false, changes: { after_created_at: last.created_at, after_id: last.id } };
}

/** Erases the other rows of the account, and its credits: the ledger stays whole, so an entry forfeits them. */
export async function eraseAccountRows(trx: Trx, { id, user_id }: ErasureRow): Promise<StepResult> {
  const erased = {
    oauth_record: await count(
      trx,
      sql`delete from oauth_record where grant_id in (select grant_id from api_key where user_id = ${user_id})`,
    ),
    ...(await deleteOwn(trx, user_id, [
      'account_notice',
      'approval',
      'api_key',
      'upload',
      'image_download',
      'take_out',
      'film',
      'cut',
      'project',
      'batch',
    ])),
    audit_event: await count(
      trx,
      sql`update audit_event set address = null, user_agent = null
           where user_id = ${user_id} and (address is not null or user_agent is not null)`,
    ),
    purchase: await count(
      trx,
      sql`update purchase set checkout_url = null, request_id = null
           where user_id = ${user_id} and (checkout_url is not null or request_id is not null)`,
    ),
    forfeited_credits: await forfeit(trx, { id, user_id }),
  };
  await sql`
    update credit_account set daily_cap = null, spent_that_day = 0, spent_on = '-infinity', image_favorites = 0
     where user_id = ${user_id}`.execute(trx);
  return { erased, isDone: true };
}

async function forfeit(
  trx: Trx,
  { id, user_id: userId }: Pick<ErasureRow, 'id' | 'user_id'>,
): Promise<number> {
  const available = await lockAvailable(trx, userId);
  if (available === 0) return 0;
  await moveCredits(trx, {
    userId,
    kind: 'adjustment',
    credits: -available,
    entryKey: `erasure:${id}`,
    reason: 'account_erased',
    actor: 'system',
  });
  return available;
}

async function deleteOwn(trx: Trx, userId: string, tables: readonly string[]): Promise<ErasedCounts> {
  const erased: Record<string, number> = {};
  for (const table of tables)
    erased[table] = await count(trx, sql`delete from ${sql.table(table)} where user_id = ${userId}`);
  return erased;
}

async function count(trx: Trx, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0);
}
