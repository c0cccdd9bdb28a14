// Random accounts and submissions, for tests that compare one way of reserving with another.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Db } from '../connect.ts';
import type { Queryable } from '../prepared.ts';
import { reserveGeneration } from '../queries/generations/reserve/reserve-generation.ts';
import { revokeApiKey } from '../queries/users/api-keys.ts';
import { createKey, createUser, newGeneration, sha256 } from './samples.ts';

/** The pool, with the names of the statements that ran on it. */
export function watched(db: Db) {
  const names: string[] = [];
  const query = (statement: { name: string }) => {
    names.push(statement.name);
    return db.pool.query(statement as never);
  };
  return { on: { query } as unknown as Queryable, names };
}

export type Settings = {
  credits: number;
  dailyCap: number | null;
  isLocked: boolean;
  isPaused: boolean;
  payer: 'browser' | 'key' | 'revoked key';
  dailyBudget: number | null;
  totalBudget: number | null;
};

const amount = fc.integer({ min: 1, max: 2_000 });
const rarely = fc.integer({ min: 0, max: 15 }).map((n) => n === 0);
export const settings: fc.Arbitrary<Settings> = fc.record({
  credits: amount,
  dailyCap: fc.option(amount),
  isLocked: rarely,
  isPaused: rarely,
  payer: fc.constantFrom('browser', 'browser', 'key', 'key', 'revoked key'),
  dailyBudget: fc.option(amount),
  totalBudget: fc.option(amount),
});
export const entry = fc.record({
  cost: fc.integer({ min: 1, max: 400 }),
  key: fc.option(fc.nat(5), { freq: 2 }),
  medium: fc.constantFrom('video' as const, 'image' as const, 'audio' as const, 'text' as const),
  maxRunning: fc.integer({ min: 1, max: 6 }),
  maxWaiting: fc.integer({ min: 0, max: 5 }),
  isInsertable: rarely.map((is) => !is),
  kind: fc.constantFrom('text-to-video', 'text-to-video', 'text-to-video', 'vace'),
  hasProject: rarely,
  hasSource: fc.boolean(),
});

/** A user as `given`, with a generation of their own that others may be made from. */
export async function userAs(db: Db, given: Settings) {
  const userId = await createUser(db, given.credits + 1);
  const { dailyBudget, totalBudget } = given;
  const apiKeyId =
    given.payer === 'browser' ? null : await createKey(db, userId, { dailyBudget, totalBudget });
  if (apiKeyId && given.payer === 'revoked key') await revokeApiKey(db.pool, apiKeyId, userId);
  const source = newGeneration(userId, { costCredits: 1 });
  await reserveGeneration(db.pool, source);
  await db.pool.query(
    'update credit_account set daily_cap = $2, is_locked = $3, is_line_paused = $4 where user_id = $1',
    [userId, given.dailyCap, given.isLocked, given.isPaused],
  );
  return { userId, apiKeyId, sourceId: source.id };
}

export type User = Awaited<ReturnType<typeof userAs>>;

export const listGenerations = (
  { userId, apiKeyId, sourceId }: User,
  entries: readonly (typeof entry extends fc.Arbitrary<infer Entry> ? Entry : never)[],
  keys: readonly string[],
) =>
  entries.map(({ cost, key, isInsertable, hasProject, hasSource, ...given }, index) =>
    newGeneration(userId, {
      ...given,
      apiKeyId,
      costCredits: cost,
      prompt: isInsertable ? `Boat ${index} "ü"` : 'A boat \0',
      input: { prompt: `Boat ${index}`, list: [1, 2.5, null] },
      promisedDeciles: [1.5, 2, 3],
      idempotency: key === null ? null : { key: keys[key] as string, bodySha256: sha256(`${key}`) },
      ...(hasProject && { projectId: randomUUID() }),
      ...(hasSource && { sources: [{ relation: 'settings', sourceId }] }),
    }),
  );

/** All that is stored of a user, without what differs from one user to the next. */
export async function readStored(db: Db, { userId, apiKeyId }: User, ids: readonly string[]) {
  const rows = async (text: string, values: unknown[] = [userId]) => (await db.pool.query(text, values)).rows;
  const alike = (row: Record<string, unknown>) =>
    JSON.parse(
      ids.reduce(
        (text, id, index) => text.replaceAll(id, `#${index}`),
        JSON.stringify(row, (name, value) =>
          /_at$|^id$|user_id|_hash$|^hash$|api_key_id|source_id|entry_key/.test(name) ? undefined : value,
        ),
      ),
    );
  return {
    account: (await rows('select * from credit_account where user_id = $1')).map(alike),
    entries: (await rows('select * from ledger_entry where user_id = $1 order by id')).map(alike).slice(2),
    generations: (
      await rows('select * from generation where id = any($1) order by array_position($1, id)', [ids])
    ).map(alike),
    keys: (await rows('select key, generation_id from idempotency_key where user_id = $1 order by key')).map(
      alike,
    ),
    sources: (
      await rows(
        'select * from generation_source where generation_id = any($1) order by array_position($1, generation_id)',
        [ids],
      )
    ).map(alike),
    outbox: (
      await rows(
        `select * from outbox where payload->>'generationId' = any($1) order by payload->>'generationId'`,
        [ids],
      )
    ).map(alike),
    spent: (await rows('select spent, spent_that_day from api_key where id = $1', [apiKeyId])).map(alike),
  };
}

/** An answer without what differs from one user, or one moment, to the next. */
export function plain(settled: PromiseSettledResult<Awaited<ReturnType<typeof reserveGeneration>>>) {
  if (settled.status === 'rejected') return { code: (settled.reason as { code: string }).code };
  if (!settled.value.ok) return { ...settled.value, freeInSeconds: undefined };
  const { generation, ...balance } = settled.value;
  const { status, stage, line_place, queue_position, cost, prompt, input, medium } = generation;
  return { ...balance, status, stage, line_place, queue_position, cost, prompt, input, medium };
}
