import type { AdminMarginsReply } from '@atelier/contract';
import { addProviderBalance, bookEnds, markGenerationEnded, recordBills } from '@atelier/db';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishImage, sendToProvider } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage } from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());
const operator = await api.user({ email: 'Ops@Atelier.test' });
const { pool } = api.deps.db;
const endpoint = 'fal-ai/flux/schnell';

beforeEach(async () => {
  for (const table of ['provider_cost', 'generation_earning', 'provider_balance', 'cost_finding'])
    await pool.query(`delete from ${table}`);
});

const read = async (query = '') =>
  (await operator.get(`/api/admin/margins${query}`)).body as AdminMarginsReply;

const bill = (requestId: string, costTotal: string) => ({
  requestId,
  endpoint,
  at: new Date(),
  units: '2',
  unitPrice: '0.003',
  costTotal,
});

/** An image that the provider refused after it had worked on it. */
async function finishRefused(user: TestUser): Promise<{ id: string; requestId: string }> {
  const { id } = await submitImage(user, { num_images: 1 });
  const requestId = await sendToProvider(api.deps, id);
  await markGenerationEnded(pool, {
    generationId: id,
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'provider_rejected', detail: 'x' },
  });
  return { id, requestId };
}

const book = () => bookEnds(pool, ['flux-schnell', 'flux-dev'], 0);

describe('the margins', () => {
  it('are summed as a whole and by kind, day, pack and user, with the generations that lost the most', async () => {
    const user = await api.user({ credits: 1_000 });
    await finishImage(api.deps, user);
    const refused = await finishRefused(user);
    await book();
    await recordBills(pool, [bill(refused.requestId, '0.006'), bill('unknown', '0.5')]);
    const margins = await read();
    expect(margins.total).toMatchObject({ generations: 2, cost_micro_usd: 506_000 });
    for (const groups of [margins.kinds, margins.days, margins.packs, margins.users]) {
      const sum = (name: 'earned_micro_usd' | 'cost_micro_usd') =>
        groups.reduce((all, group) => all + group[name], 0);
      expect([sum('earned_micro_usd'), sum('cost_micro_usd')]).toEqual([
        margins.total.earned_micro_usd,
        margins.total.cost_micro_usd,
      ]);
    }
    expect(margins.users.map(({ name }) => name)).toEqual([null, user.userId]);
    expect(margins.worst).toMatchObject([{ generation_id: refused.id, cost_micro_usd: 6_000 }]);
    expect(margins.claims.map(({ reason }) => reason).toSorted()).toEqual(['provider_rejected', 'unknown']);
  });

  it('leave out what ended before their period', async () => {
    const { requestId } = await finishRefused(await api.user({ credits: 1_000 }));
    await book();
    await recordBills(pool, [bill(requestId, '0.006')]);
    await pool.query(`update provider_cost set finished_at = finished_at - interval '3 days'`);
    await pool.query(`update generation_earning set ended_at = ended_at - interval '3 days'`);
    expect((await read('?window=day')).total.cost_micro_usd).toBe(0);
    const week = await read('?window=week');
    expect(week.total.cost_micro_usd).toBe(6_000);
    expect(week.days.map(({ cost_micro_usd }) => cost_micro_usd)).toEqual([0, 0, 0, 0, 6_000, 0, 0, 0]);
    expect((await operator.get('/api/admin/margins?window=year')).status).toBe(400);
  });

  it('come with the findings and the kinds that these are about', async () => {
    await pool.query(
      `insert into cost_finding (code, subject, details)
       values ('under_rule', 'vace', '{"results": 20}'), ('price_raised', $1, '{"from": "0.003"}'), ('missing_bill', '', '{}')`,
      [endpoint],
    );
    const { findings } = await read();
    expect(findings.map(({ code, kind }) => [code, kind])).toEqual([
      ['missing_bill', null],
      ['price_raised', 'flux-schnell'],
      ['under_rule', 'vace'],
    ]);
  });

  it('come with the balance at fal and the time at which it ends', async () => {
    expect((await read()).balance).toBeNull();
    await addProviderBalance(pool, '12');
    expect((await read()).balance).toMatchObject({ balance_micro_usd: 12_000_000, empty_at: null });
    await recordBills(pool, [bill('unknown', '6')]);
    const { balance } = await read();
    const hours = (Date.parse(balance?.empty_at ?? '') - Date.parse(balance?.read_at ?? '')) / 3_600_000;
    expect(hours).toBeCloseTo(48);
  });
});

describe('the file of claims', () => {
  it('has a line for each request that was billed and not delivered, and its export is in the audit log', async () => {
    const refused = await finishRefused(await api.user({ credits: 1_000 }));
    await book();
    await recordBills(pool, [bill(refused.requestId, '0.006')]);
    const file = await operator.get('/api/admin/margins/claims.csv?window=day');
    const [header, line] = String(file.body).split('\r\n');
    expect(header).toBe(
      'request_id,endpoint,finished_at,reason,units,unit_price,cost_usd,source,kind,generation_id',
    );
    expect(line).toMatch(
      new RegExp(
        `^${refused.requestId},.+,provider_rejected,2,0.003,0.006000,event,flux-\\w+,${refused.id}$`,
      ),
    );
    expect(await auditEvents(api, { name: 'operator_exported_claims' })).toMatchObject([
      { details: { window: 'day', claims: 1 } },
    ]);
  });
});

it('margins are not found by users', async () => {
  const user = await api.user();
  for (const path of ['', '/claims.csv'])
    expect((await user.get(`/api/admin/margins${path}`)).status).toBe(404);
});
