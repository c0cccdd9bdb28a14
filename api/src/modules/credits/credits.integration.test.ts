import { randomUUID } from 'node:crypto';
import type {
  CreditSummary,
  LedgerGroupsReply,
  LedgerReply,
  Receipt,
  SpendingReply,
} from '@atelier/contract';
import { moveByOperator, parseLedgerCsv, verifyLedgerEntries } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, submitVideo, textToVideo } from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const read = async <Body>(user: TestUser, path: string) => (await user.get(path)).body as Body;
const ledger = (user: TestUser, query = '') => read<LedgerReply>(user, `/api/credits/ledger${query}`);

/** A user who bought 1,000 credits, with 300 charged for one video and 300 held for another. */
async function createHistory() {
  const user = await api.user({ credits: 1_000 });
  const { id: finished } = await finishVideo(api.deps, user, { prompt: 'A lighthouse' });
  const running = await submitVideo(user);
  return { user, finished, running };
}

describe('the summary route', () => {
  it('returns what is available, held and spent, and today’s spending against the daily limit', async () => {
    const { user } = await createHistory();
    const summary = await read<CreditSummary>(user, '/api/credits/summary');
    expect(summary).toMatchObject({
      available: 400,
      held: 300,
      spent: 300,
      spent_this_month: 300,
      today: { spent: 600, cap: null },
    });
    expect(new Date(summary.today.frees_at).getTime()).toBeGreaterThan(Date.now());
  });
});

describe('the ledger', () => {
  it('lists every entry, newest first, each with its generation or purchase', async () => {
    const { user, finished, running } = await createHistory();
    const { data, total, totalPages } = await ledger(user);
    expect([total, totalPages]).toEqual([4, 1]);
    expect(data.map(({ kind, available, held }) => [kind, available, held])).toEqual([
      ['reserve', -300, 300],
      ['settle', 0, -300],
      ['reserve', -300, 300],
      ['purchase', 1_000, 0],
    ]);
    expect(data[0]?.generation).toMatchObject({ id: running, status: 'pending', is_deleted: false });
    expect(data[1]?.generation).toMatchObject({ id: finished, medium: 'video', prompt: 'A lighthouse' });
    expect(data[3]?.purchase).toMatchObject({ status: 'paid' });
    expect(data.every(({ actor }) => actor === 'system')).toBe(true);
  });

  it('supports paging and filters', async () => {
    const { user } = await createHistory();
    const second = await ledger(user, '?page=2&pageSize=3');
    expect(second).toMatchObject({ total: 4, page: 2, totalPages: 2, data: [{ kind: 'purchase' }] });
    expect((await ledger(user, '?kind=reserve')).total).toBe(2);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await ledger(user, `?from=${tomorrow}`)).total).toBe(0);
    expect((await ledger(user, `?to=${tomorrow}&kind=settle`)).total).toBe(1);
    expect((await user.get('/api/credits/ledger?kind=gift')).status).toBe(400);
    expect((await user.get('/api/credits/ledger?from=yesterday')).status).toBe(400);
  });

  it('names the API key that paid, as the receipt does, also after it is revoked', async () => {
    const user = await api.user({ credits: 600 });
    const { id: keyId, key, name, ending } = await createKey(user, { name: 'Nightly' });
    await submitVideo(user);
    const created = await user.post(createVideoPath, textToVideo, withKey(key));
    const { id } = created.body as { id: string };
    await user.request(`/api/user/api-keys/${keyId}`, { method: 'DELETE' });
    const { data } = await ledger(user, '?kind=reserve');
    expect(data.map(({ generation }) => generation?.api_key)).toEqual([{ name, ending }, null]);
    const receipts = data.map(({ generation }) =>
      read<Receipt>(user, `/api/generations/${generation?.id}/receipt`),
    );
    expect(await Promise.all(receipts)).toMatchObject([
      { generation_id: id, api_key: { name, ending } },
      { api_key: null },
    ]);
  });

  it('keeps the entries of a deleted generation without its prompt', async () => {
    const { user, finished } = await createHistory();
    await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id: finished } });
    const { data } = await ledger(user, '?kind=settle');
    expect(data[0]?.generation).toMatchObject({ id: finished, prompt: '', is_deleted: true });
    const receipt = await read<Receipt>(user, `/api/generations/${finished}/receipt`);
    expect(receipt).toMatchObject({ settled: 300 });
  });

  it('is shown to its owner only', async () => {
    await createHistory();
    expect((await ledger(await api.user({ credits: 0 }))).total).toBe(0);
    for (const path of ['summary', 'ledger', 'ledger.csv'])
      expect((await api.browser().get(`/api/credits/${path}`)).status).toBe(401);
  });
});

describe('the ledger with one line per generation', () => {
  const groups = (user: TestUser, query = '') =>
    read<LedgerGroupsReply>(user, `/api/credits/ledger/groups${query}`);

  it('shows what a generation cost in all, with its picture and its lines', async () => {
    const { user, finished, running } = await createHistory();
    const { data, total, totalPages } = await groups(user);
    expect([total, totalPages]).toEqual([3, 1]);
    expect(
      data.map(({ available, held, lines }) => [available, held, lines.map(({ kind }) => kind).join()]),
    ).toEqual([
      [-300, 300, 'reserve'],
      [-300, 0, 'reserve,settle'],
      [1_000, 0, 'purchase'],
    ]);
    expect(data[0]?.lines[0]?.generation).toMatchObject({ id: running });
    expect(data[1]?.lines[1]?.generation).toMatchObject({ id: finished, prompt: 'A lighthouse' });
    expect(data[0]?.poster_url).toBeNull();
    expect(data[1]?.poster_url).toMatch(/\/media\//);
    expect((await groups(user, '?page=2&pageSize=2')).data).toMatchObject([
      { lines: [{ kind: 'purchase' }] },
    ]);
    expect((await groups(user, '?kind=settle')).data).toMatchObject([{ lines: [{}, { kind: 'settle' }] }]);
    expect((await groups(user, '?page=99')).data).toEqual([]);
  });

  it('is shown to its owner only', async () => {
    await createHistory();
    expect((await groups(await api.user({ credits: 0 }))).total).toBe(0);
    expect((await api.browser().get('/api/credits/ledger/groups')).status).toBe(401);
  });
});

describe('spending per day', () => {
  const path = (timeZone: string) => `/api/credits/spending?${new URLSearchParams({ timeZone })}`;

  it('lists 30 days of the time zone with what was charged and what came back', async () => {
    const { user, running } = await createHistory();
    await user.post(`/api/generations/${running}/cancel`);
    for (const timeZone of [
      'UTC',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'Europe/Kyiv',
      'asia/katmandu',
      '+05:30',
    ]) {
      const { data } = await read<SpendingReply>(user, path(timeZone));
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
      expect(data).toHaveLength(30);
      expect(data.at(-1)).toEqual({ day, charged: 300, returned: 300, generations: 1 });
    }
  });

  it('refuses what is no time zone', async () => {
    const user = await api.user();
    for (const timeZone of ['Mars/Olympus', '+25:00', '', "'; drop table x", 'x'.repeat(100)])
      expect([timeZone, (await user.get(path(timeZone))).status]).toEqual([timeZone, 400]);
  });
});

describe('the export', () => {
  it('contains the whole ledger and can be verified without the database', async () => {
    const { user } = await createHistory();
    const reply = await user.get('/api/credits/ledger.csv');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
    const entries = parseLedgerCsv(reply.bytes.toString());
    const { chain_head: head } = await read<CreditSummary>(user, '/api/credits/summary');
    const report = verifyLedgerEntries(entries, { isWhole: true, head: head ?? undefined });
    expect(report).toMatchObject({ entries: 4, problems: [] });
  });

  it('hides the account of an operator, as the list does', async () => {
    const user = await api.user({ credits: 100 });
    const operatorId = (await api.user()).userId;
    await moveByOperator(api.deps.db, {
      userId: user.userId,
      kind: 'grant',
      credits: 5,
      reason: 'Goodwill',
      operatorId,
      requestId: randomUUID(),
    });
    const csv = (await user.get('/api/credits/ledger.csv')).bytes.toString();
    expect(parseLedgerCsv(csv).map(({ actor }) => actor)).toEqual(['system', 'operator']);
    expect(csv).not.toContain(`operator:${operatorId}`);
  });

  it('supports the filters of the list', async () => {
    const { user } = await createHistory();
    const reply = await user.get('/api/credits/ledger.csv?kind=reserve');
    expect(parseLedgerCsv(reply.bytes.toString()).map(({ kind }) => kind)).toEqual(['reserve', 'reserve']);
  });
});

describe('a receipt', () => {
  it('shows estimate, hold and charge, and the provider’s request id', async () => {
    const { user, finished } = await createHistory();
    const receipt = await read<Receipt>(user, `/api/generations/${finished}/receipt`);
    expect(receipt).toMatchObject({
      generation_id: finished,
      status: 'completed',
      estimate: { cost_credits: 300, parts: [{ code: 'base', base_credits: 300, factor_percent: null }] },
      held: 0,
      settled: 300,
      released: 0,
      refunded: 0,
      lines: [{ kind: 'reserve' }, { kind: 'settle' }],
    });
    expect(receipt.provider_request_id).toEqual(expect.any(String));
    expect(receipt.finished_at).toEqual(expect.any(String));
  });

  it('of a cancelled generation shows what was released', async () => {
    const { user, running } = await createHistory();
    await user.post(`/api/generations/${running}/cancel`);
    const receipt = await read<Receipt>(user, `/api/generations/${running}/receipt`);
    expect(receipt).toMatchObject({ held: 0, settled: 0, released: 300, lines: [{}, { kind: 'release' }] });
  });

  it('of a generation that was deleted long ago shows what it cost, without how the price came about', async () => {
    const { user, finished } = await createHistory();
    const { lines } = await read<Receipt>(user, `/api/generations/${finished}/receipt`);
    await api.deps.db.pool.query("update generation set input = '{}' where id = $1", [finished]);
    const receipt = await read<Receipt>(user, `/api/generations/${finished}/receipt`);
    expect(receipt).toMatchObject({ estimate: { cost_credits: 300, parts: null }, settled: 300, lines });
  });

  it('of a generation from before its kind had all of today’s fields shows how the price came about', async () => {
    const user = await api.user({ credits: 100 });
    const { body } = await user.post('/api/wan/createImage', {
      model: 'flux-schnell',
      image_generation_type: 'text-to-image',
      prompt: 'A quay',
    });
    const { id } = body as { id: string };
    const { estimate } = await read<Receipt>(user, `/api/generations/${id}/receipt`);
    await api.deps.db.pool.query("update generation set input = input - 'num_images' where id = $1", [id]);
    expect((await read<Receipt>(user, `/api/generations/${id}/receipt`)).estimate).toEqual(estimate);
    await api.deps.db.pool.query("update generation set input = input - 'prompt' where id = $1", [id]);
    const receipt = await read<Receipt>(user, `/api/generations/${id}/receipt`);
    expect(receipt.estimate).toEqual({ cost_credits: estimate.cost_credits, parts: null });
  });

  it('of another user’s generation does not exist', async () => {
    const { finished } = await createHistory();
    const other = await api.user();
    expect((await other.get(`/api/generations/${finished}/receipt`)).status).toBe(404);
  });
});
