import { randomUUID } from 'node:crypto';
import {
  claimSubmission,
  connectDb,
  insertApiKey,
  insertOutput,
  markGenerationEnded,
  recordSubmission,
  refundGeneration,
  reserveGeneration,
  upsertUserFromIdentity,
} from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { probeFolder } from '@atelier/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Facts, findViolations, type Query } from './find-violations.ts';

const database = await createTestDatabase();
const db = connectDb({
  // Connects as the owner, who alone can do such damage.
  databaseUrl: database.adminUrl,
  applicationName: 'checker-test',
  maxConnections: 4,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const query: Query = async (text, values) => (await db.pool.query(text, values)).rows;

/** Does the damage in a transaction that is rolled back, and returns what is found in between. */
async function afterDamage(statements: string, facts: Facts = {}): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statements}`);
    return await findViolations(async (text, values) => (await client.query(text, values)).rows, facts);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

let userId: string;
let apiKeyId: string;
/** One of each: four images of which three came, a video that failed, one that runs, and what it cost. */
let ids: Record<'partial' | 'failed' | 'running', string>;
const file = { key: `u/${randomUUID()}/0.png`, bytes: 500 };
const requestId = randomUUID();

beforeAll(async () => {
  ({ userId } = await upsertUserFromIdentity(db, {
    provider: 'https://issuer.test',
    subject: randomUUID(),
    email: 'checked@atelier.test',
    isEmailVerified: true,
    name: null,
  }));
  const paid = {
    provider: 'test',
    paymentId: randomUUID(),
    credits: 1_000,
    amountMinor: 100,
    currency: 'usd',
  };
  await grantPurchase(db, { userId, ...paid });
  apiKeyId = randomUUID();
  const limits = { scopes: ['generate' as const], expiresAt: null, dailyBudget: null, totalBudget: null };
  const key = { id: apiKeyId, userId, name: 'A program', tokenHash: Buffer.alloc(32), ending: 'wxyz' };
  await insertApiKey(db, { ...key, ...limits }, 20);
  ids = { partial: await reserve(), failed: await reserve(), running: await reserve() };
  for (const position of [0, 1, 2]) await addOutput(ids.partial, position);
  const end = (generationId: string, status: 'partial' | 'failed', chargeCredits: number) =>
    markGenerationEnded(db.pool, { generationId, status, chargeCredits, error: null });
  await end(ids.partial, 'partial', 30);
  await end(ids.failed, 'failed', 0);
  await claimSubmission(db.pool, ids.running, Buffer.alloc(32));
  const answer = {
    attempt: 1,
    queuePosition: 0,
    expectedSeconds: 3,
    expectedMostSeconds: 5,
    nextCheckSeconds: 20,
  };
  await recordSubmission(db.pool, { generationId: ids.running, providerRequestId: requestId, ...answer });
});

async function reserve(): Promise<string> {
  const reserved = await reserveGeneration(db.pool, {
    id: randomUUID(),
    userId,
    apiKeyId,
    kind: 'flux-schnell',
    medium: 'image',
    prompt: 'A paper boat',
    negativePrompt: '',
    model: 'flux-schnell',
    mode: null,
    width: null,
    height: null,
    input: { prompt: 'A paper boat', num_images: 4 },
    adjustments: [],
    isPublic: false,
    costCredits: 41,
    expectedSeconds: 3,
    deadlineSeconds: 900,
    providerEndpoint: 'fal-ai/flux/schnell',
    idempotency: null,
    maxRunning: 10,
    maxWaiting: 1_000,
  });
  if (!reserved.ok) throw new Error(reserved.reason);
  return reserved.generation.id;
}

async function addOutput(generation_id: string, position: number): Promise<void> {
  const storage_key = position === 0 ? file.key : `u/${userId}/${position}.png`;
  const stored = { content_type: 'image/png', storage_key, bytes: file.bytes };
  await insertOutput(db.pool, { id: randomUUID(), generation_id, position, ...stored });
}

const statFile = async () => file.bytes;

describe('findViolations', () => {
  it('finds nothing where everything is right', async () => {
    const facts: Facts = {
      now: new Date(),
      statFile,
      storedKeys: [file.key],
      acknowledged: { ids: Object.values(ids), deleted: new Set() },
      accepted: [{ requestId, generationId: ids.running, attempt: 1 }],
      seen: [{ id: ids.failed, revision: 2, status: 'failed' }],
    };
    expect(await findViolations(query, facts)).toEqual([]);
  });

  it.each<[string, () => string, () => string]>([
    [
      'a balance that its entries do not make up',
      () => `update credit_account set available = available + 1`,
      () => `balance equals the sum of its entries: ${userId} has 930/41, found 929/41`,
    ],
    [
      'a hold that nothing running has',
      () => `update credit_account set held = held + 1`,
      () =>
        `held equals the cost of what runs: ${userId} has 42 in 1 and 0 waiting, found 41 in 1 and 0 waiting`,
    ],
    [
      'a balance below zero',
      () =>
        `alter table credit_account drop constraint credit_account_available_check;
         update credit_account set available = -1`,
      () => `account ${userId} has -1 credits available and 41 held`,
    ],
    [
      'a debt that is larger than what was bought',
      () => `alter table purchase drop constraint taken_fits_credits; update purchase set owed = 1001`,
      () => 'of 1000 credits has 0 taken and 1001 owed',
    ],
    [
      'an API key that has spent something else than its generations',
      () => `update api_key set spent = spent + 1`,
      () => `spent by a key equals its generations: ${apiKeyId} has 72, found 71`,
    ],
    [
      'a generation without a reserve entry',
      () => `delete from ledger_entry where entry_key = 'reserve:${ids.running}'`,
      () => `generation ${ids.running} of 41 credits has 0 reserve entries of 0`,
    ],
    [
      'an end that released too little',
      () => `delete from ledger_entry where entry_key = 'release:${ids.partial}'`,
      () => `generation ${ids.partial} is partial and settled 30 and released 0 of 41 held credits`,
    ],
    [
      'a charge before the end',
      () => `update ledger_entry set kind = 'settle', d_available = 0
              where entry_key = 'release:${ids.failed}';
             update ledger_entry set generation_id = '${ids.running}' where entry_key = 'release:${ids.failed}'`,
      () => `generation ${ids.running} is processing, but 41 of its credits are settled or released`,
    ],
    [
      'a second release',
      () =>
        `update ledger_entry set generation_id = '${ids.partial}' where entry_key = 'release:${ids.failed}'`,
      () => `generation ${ids.partial} has 1 settle and 2 release entries`,
    ],
    [
      'a failure that was charged',
      () =>
        `update ledger_entry set kind = 'settle', d_available = 0 where entry_key = 'release:${ids.failed}'`,
      () => `generation ${ids.failed} is failed and was charged 41 of 41 credits`,
    ],
    [
      'a part that was charged in full',
      () =>
        `update ledger_entry set d_held = -31 where entry_key = 'settle:${ids.partial}';
         update generation set settled = 31, released = 10 where id = '${ids.partial}'`,
      () =>
        `generation ${ids.partial} is partial with 3 of 4 outputs for 31 of 41 credits: the charge should be 30`,
    ],
    [
      'an ended generation that is being cancelled',
      () => `update generation set stage = 'cancelling' where id = '${ids.partial}'`,
      () => `generation ${ids.partial} is partial, but its stage is cancelling`,
    ],
    [
      'an entry whose content was changed',
      () => `update ledger_entry set reason = 'other' where entry_key = 'release:${ids.failed}'`,
      () => 'content fits its hash',
    ],
    [
      'a submission that no generation wants and that is not listed',
      () =>
        `insert into provider_submission (generation_id, attempt, token_hash, state, provider_request_id)
         values ('${ids.failed}', 1, '', 'sent', 'lost')`,
      () => `submission 1 of generation ${ids.failed} is at the provider as lost, but the generation ended`,
    ],
  ])('finds %s', async (_name, damage, sentence) => {
    expect(await afterDamage(damage())).toContainEqual(expect.stringContaining(sentence()));
  });

  it('finds a charge that was refunded twice', async () => {
    await refundGeneration(
      db,
      { id: ids.partial, user_id: userId, settled: 30 },
      { operatorId: randomUUID(), reason: 'kind' },
    );
    expect(await findViolations(query)).toEqual([]);
    const again = `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                                             generation_id, prev_hash, hash)
      select user_id, kind, d_available, d_held, available_after, held_after, 'again', generation_id, prev_hash, hash
        from ledger_entry where entry_key = 'refund:${ids.partial}'`;
    expect(await afterDamage(again)).toContain(
      `generation ${ids.partial} was charged 30 credits and refunded 60, in 2 entries`,
    );
  });

  it('finds one that waits and is counted as running, was submitted, or is behind the end of its line', async () => {
    const wait = (more: string) =>
      afterDamage(
        `update generation set status = 'waiting', stage = 'waiting', ${more} where id = '${ids.running}'`,
      );
    expect(await wait('line_place = 0')).toEqual([
      `held equals the cost of what runs: ${userId} has 41 in 1 and 0 waiting, found 41 in 0 and 1 waiting`,
      `generation ${ids.running} waits in the line, but was submitted`,
    ]);
    expect(await wait(`line_place = 1, submit_state = 'none', attempt = 0`)).toContain(
      `generation ${ids.running} waits in the line, but is behind its end`,
    );
  });

  it('finds a generation that runs past its deadline', async () => {
    const overdue = await afterDamage(
      `update generation set deadline_at = now() - interval '61 seconds' where id = '${ids.running}'`,
      { now: new Date() },
    );
    expect(overdue).toEqual([
      expect.stringContaining(`generation ${ids.running} is still processing (queued, sent)`),
    ]);
  });

  it('finds a file that is missing, one of another size, and one without a generation', async () => {
    const stat = (bytes: number | undefined) => findViolations(query, { statFile: async () => bytes });
    const its = `generation ${ids.partial} is partial, but its file ${file.key}`;
    expect(await stat(undefined)).toContain(`${its} does not exist`);
    expect(await stat(499)).toContain(`${its} has 499 bytes instead of 500`);
    expect(
      await findViolations(query, { storedKeys: [file.key, 'u/stray.png', `${probeFolder}left.bin`] }),
    ).toEqual(['the file u/stray.png belongs to no generation']);
  });

  it('finds what was acknowledged and does not exist, and what was deleted without a request', async () => {
    const lost = randomUUID();
    const acknowledged = { ids: [lost, ids.failed], deleted: new Set<string>() };
    const deletion = `update generation set deleted_at = now() where id = '${ids.failed}';
      update credit_account set image_count = image_count - 1 where user_id = '${userId}'`;
    expect(await afterDamage(deletion, { acknowledged })).toEqual([
      `generation ${lost} was acknowledged, but does not exist`,
      `generation ${ids.failed} was acknowledged and is deleted, which its owner did not ask for`,
    ]);
    acknowledged.deleted.add(ids.failed);
    expect(await afterDamage(deletion, { acknowledged })).toHaveLength(1);
  });

  it('finds requests at the provider that no submission names', async () => {
    const accept = (changes: object) =>
      findViolations(query, {
        accepted: [{ requestId, generationId: ids.running, attempt: 1, ...changes }],
      });
    expect(await accept({ attempt: 2 })).toEqual([expect.stringContaining('which has no such submission')]);
    expect(await accept({ requestId: 'other' })).toEqual([
      expect.stringContaining(`whose submission is sent and which runs under ${requestId}`),
    ]);
  });

  it('finds a browser that has something else than the row', async () => {
    const see = (state: { revision: number; status: string }) =>
      findViolations(query, { seen: [{ id: ids.failed, ...state }] });
    const row = 'its row is failed of revision 2';
    expect(await see({ revision: 3, status: 'failed' })).toEqual([expect.stringContaining(row)]);
    expect(await see({ revision: 2, status: 'cancelled' })).toEqual([expect.stringContaining(row)]);
    expect(await see({ revision: 1, status: 'completed' })).toEqual([expect.stringContaining(row)]);
    expect(await see({ revision: 1, status: 'pending' })).toEqual([]);
  });
});
