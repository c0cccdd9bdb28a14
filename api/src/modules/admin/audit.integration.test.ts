import { randomUUID } from 'node:crypto';
import type { AdminAuditReply } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey } from '../../testing/api-key.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.user({ email: 'ops@atelier.test' });

const path = '/api/admin/audit';
const query = (filter: Record<string, unknown>) => new URLSearchParams(filter as Record<string, string>);
const list = async (filter: Record<string, unknown>) =>
  (await operator.get(`${path}?${query(filter)}`)).body as AdminAuditReply;
const lock = (user: TestUser, reason: string) =>
  operator.post(`/api/admin/users/${user.userId}/lock`, { reason });
const browserNamed = (user: TestUser, userAgent: string) =>
  user.request('/api/user/api-keys', {
    method: 'POST',
    body: { name: 'A' },
    headers: { 'user-agent': userAgent },
  });

describe('the audit log', () => {
  it('shows who did what to whom, why and from where', async () => {
    const user = await api.user();
    const reply = await lock(user, 'Chargebacks');
    const { data } = await list({ account: user.userId });
    expect(data).toEqual([
      {
        id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        name: 'operator_locked_account',
        occurrences: 1,
        actor: 'operator',
        actor_id: operator.userId,
        actor_email: 'ops@atelier.test',
        user_id: user.userId,
        user_email: user.email,
        reason: 'Chargebacks',
        details: { changed: 1 },
        request_id: reply.headers.get('x-request-id'),
        address: '127.0.0.1',
        user_agent: expect.any(String),
      },
    ]);
  });

  it('is filtered by event, actor, account by address or id, operator and date', async () => {
    const user = await api.user({ email: `Filter-${randomUUID()}@example.test` });
    await createKey(user);
    await lock(user, 'Chargebacks');
    const names = async (filter: object) => (await list({ ...filter })).data.map(({ name }) => name);
    const account = user.email.toUpperCase();
    expect(await names({ account })).toEqual(['operator_locked_account', 'api_key_created']);
    expect(await names({ account: user.userId, name: 'api_key_created' })).toEqual(['api_key_created']);
    expect(await names({ account, actor: 'operator' })).toEqual(['operator_locked_account']);
    expect(await names({ account, operator: 'ops@atelier.test' })).toEqual(['operator_locked_account']);
    expect(await names({ account, operator: user.userId })).toEqual([]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await names({ account, from: tomorrow })).toEqual([]);
    expect(await names({ account, to: tomorrow })).toHaveLength(2);
    expect(await names({ account: 'not-here@example.test' })).toEqual([]);
    expect(await names({ account: randomUUID() })).toEqual([]);
  });

  it('is read page by page to its end', async () => {
    const user = await api.user();
    for (const name of ['lock', 'unlock', 'lock', 'unlock', 'lock'])
      await operator.post(`/api/admin/users/${user.userId}/${name}`, { reason: 'Again' });
    const first = await list({ account: user.userId, pageSize: 2 });
    const second = await list({ account: user.userId, pageSize: 2, before: first.next });
    const third = await list({ account: user.userId, pageSize: 2, before: second.next });
    const pages = [first, second, third].map(({ data }) => data.map(({ name }) => name.split('_')[1]));
    expect(pages).toEqual([['locked', 'unlocked'], ['locked', 'unlocked'], ['locked']]);
    expect(third.next).toBeNull();
  });

  it.each(['name=renamed', 'actor=robot', 'before=0', 'from=yesterday', 'pageSize=101', 'account='])(
    'refuses the filter %s',
    async (filter) => {
      expect((await operator.get(`${path}?${filter}`)).status).toBe(400);
    },
  );

  it('does not exist for other users', async () => {
    const user = await api.user();
    for (const visitor of [user, api.browser()])
      for (const page of [path, `${path}.csv`]) expect((await visitor.get(page)).status).toBe(404);
  });
});

describe('its export', () => {
  it('holds the filtered events with their details, and is an event of its own', async () => {
    const user = await api.user();
    await lock(user, 'Chargebacks, "three" cards');
    const reply = await operator.get(`${path}.csv?${query({ account: user.email })}`);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"');
    const [header, ...rows] = reply.bytes.toString().trimEnd().split('\r\n');
    expect(header).toMatch(/^id,created_at,name,/);
    // The export itself was recorded before its first line was read.
    expect(rows).toEqual([
      expect.stringContaining(',operator_exported_audit,1,operator,'),
      expect.stringContaining('"Chargebacks, ""three"" cards","{""changed"":1}"'),
    ]);
    expect(await auditEvents(api, { name: 'operator_exported_audit', userId: user.userId })).toMatchObject([
      { actor_id: operator.userId, details: { userId: user.userId } },
    ]);
  });

  it('contains no formula, whatever a client calls its browser', async () => {
    const user = await api.user();
    await browserNamed(user, '=HYPERLINK("http://evil.test","x")');
    await browserNamed(user, '@SUM(1)');
    const csv = (await operator.get(`${path}.csv?${query({ account: user.userId })}`)).bytes.toString();
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"",""x"")"`);
    expect(csv).toContain(",'@SUM(1)\r\n");
    expect(csv).not.toMatch(/(^|,)"?[=+@]/m);
  });

  it('of an account that does not exist is empty', async () => {
    const reply = await operator.get(`${path}.csv?account=none@example.test`);
    expect(reply.bytes.toString().trimEnd().split('\r\n')).toHaveLength(1);
  });
});
