import { randomUUID } from 'node:crypto';
import { findLedgerProblems } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, falClientWithKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

/** More in parallel than the suite has time for: `SUBSCRIBES=1000` adds them, the most that may wait. */
const more = process.env.SUBSCRIBES ? [Number(process.env.SUBSCRIBES)] : [];
const counts = [5, 20, 200, ...more];
const slow = { timeout: 180_000 + 1_000 * Math.max(...counts) };

let flow: Flow;
beforeAll(async () => {
  // All limits are the standard ones, but for the submissions a minute, which nothing here is about.
  flow = await openFlow(undefined, { LIMIT_CREATE_PER_MINUTE: '100000' });
  const payment = { provider: 'test', paymentId: randomUUID(), amountMinor: 100, currency: 'usd' };
  await grantPurchase(flow.db, { userId: flow.userId, credits: 1_000_000, ...payment });
}, 180_000);
afterAll(() => flow?.close(), 60_000);

describe('fal’s client with its standard settings', () => {
  const cases = counts.flatMap((count) => [
    { count, mode: 'polling' as const },
    { count, mode: 'streaming' as const },
  ]);
  const getsResults = async ({ count, mode }: (typeof cases)[number]) => {
    const fal = falClientWithKey(flow.stack.url, await createApiKey(flow));
    const subscribe = () =>
      fal.subscribe('fal-ai/flux/schnell', { input: { prompt: 'A red fox in fresh snow' }, mode });
    const settled = await Promise.allSettled(Array.from({ length: count }, subscribe));
    const lost = settled.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(lost).toEqual([]);
    const files = settled.map((each) => each.status === 'fulfilled' && each.value.data.images[0]?.url);
    expect(new Set(files).size).toBe(count);
    expect((await flow.credits()).held_credits).toBe(0);
    expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
  };
  const title = 'gets the results of $count parallel subscriptions by $mode';
  it.each(cases.filter(({ count }) => count < 20))(title, slow, getsResults);
  it.each(cases.filter(({ count }) => count >= 20))(title, { ...slow, tags: 'load' }, getsResults);
});
