import { type AdminBreakersReply, breakerCodes } from '@atelier/contract';
import { noteVerdict, rampBreakers } from '@atelier/db';
import { verdictRules } from '@atelier/fal';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.user({ email: 'Ops@Atelier.test' });
const read = async () => (await operator.get('/api/admin/breakers')).body as AdminBreakersReply;

it('every verdict of the provider has a code that operators are shown', () => {
  expect([...breakerCodes].toSorted()).toEqual(Object.keys(verdictRules).toSorted());
});

it('operators read what takes no work and why, the account first, and nothing of what is only counted', async () => {
  const { pool } = api.deps.db;
  expect(await read()).toEqual({ data: [], waiting: 0 });
  const detail = 'HTTP 403: User is locked. Reason: Exhausted balance';
  await noteVerdict(pool, { subject: 'kind:vace', code: 'model_gone', detail: 'HTTP 410' }, 1);
  await noteVerdict(pool, { subject: 'provider', code: 'unreachable', detail: 'ECONNREFUSED' }, 3);
  await noteVerdict(pool, { subject: 'account', code: 'account_locked', detail }, 1);
  const { data } = await read();
  expect(data.map(({ subject }) => subject)).toEqual(['account', 'kind:vace']);
  expect(data[0]).toMatchObject({ state: 'open', code: 'account_locked', detail, failures: 1 });
  expect(Date.parse(data[0]?.probe_at ?? '')).toBeGreaterThan(Date.now());

  await rampBreakers(pool, ['account']);
  expect((await read()).data[0]).toMatchObject({ state: 'ramping', probe_at: null });
});
