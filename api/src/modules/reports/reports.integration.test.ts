import type { AdminCopiesReply, AdminReportsReply, Share } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createWebWords } from '../../testing/web-words.ts';

const api = await startTestApi({
  settings: { WEB_DIST: await createWebWords(), ADMIN_EMAILS: 'ops@atelier.test', TRUST_PROXY: '127.0.0.1' },
});
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());
const visitor = api.browser();
const owner = await api.user();
const operator = await api.user({ email: 'ops@atelier.test' });
const { pool } = api.store.owner;

async function shared(user: TestUser = owner): Promise<{ id: string; path: string }> {
  const { id } = await finishVideo(api.deps, user, { prompt: 'A red fox' });
  const { share } = (await user.post(`/api/generations/${id}/share`, {})).body as { share: Share };
  return { id, path: new URL(share.url ?? '').pathname };
}

let addresses = 0;
/** Each from an address of its own, unless one is given. */
function send(path: string, fields: Record<string, string>, given?: string) {
  addresses += 1;
  const address = given ?? `203.0.113.${addresses % 250}`;
  return visitor.request(`${path}/report`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  });
}
const violence = { reason: 'violence', statement: 'yes' };
const intimate = {
  reason: 'intimate',
  statement: 'yes',
  details: 'The third second',
  signature: 'Ann Example',
  email: 'ann@example.com',
};

async function report(path: string, fields: Record<string, string> = violence): Promise<string> {
  const reply = await send(path, fields);
  expect(reply.status, String(reply.body)).toBe(303);
  return new URL(reply.headers.get('location') ?? '', 'http://x').pathname;
}

const queue = async (state = 'open') =>
  ((await operator.get(`/api/admin/reports?state=${state}`)).body as AdminReportsReply).data;
const find = async (id: string, state = 'open') =>
  (await queue(state)).find(({ generation_id }) => generation_id === id);
const decide = (id: string, act: string, by = operator) =>
  by.post(`/api/admin/reports/${id}/${act}`, { reason: 'Looked at it closely' });
const readShare = async (id: string) =>
  ((await owner.get(`/api/generations/${id}/share`)).body as { share: Share }).share;
const readStatus = async (path: string) => (await visitor.get(path)).status;

describe('the form on a shared page', () => {
  it('works without a script, in the language of its reader', async () => {
    const { path } = await shared();
    const html = String((await visitor.get(`${path}/report`)).body);
    expect(html).not.toMatch(/<script|undefined/);
    expect(html).toContain('You are reporting “A red fox”.');
    expect(html).toContain(`<form method="post" action="${path}/report?lang=en">`);
    expect(String((await visitor.get(`${path}/report?lang=zh-CN`)).body)).toContain('举报此页面');
  });

  it('says what is missing, and keeps what was typed', async () => {
    const { path } = await shared();
    const refused = await send(path, { reason: 'intimate', details: 'A <b>detail</b>', email: 'nonsense' });
    const html = String(refused.body);
    expect(refused.status).toBe(400);
    for (const part of ['This is not an e-mail address.', 'We need your full name', 'confirm this statement'])
      expect(html).toContain(part);
    expect(html).toContain('A &lt;b&gt;detail&lt;/b&gt;');
    expect(html).toContain('value="intimate" required checked');
    for (const fields of [{}, { ...violence, reason: 'odd' }, { ...violence, details: 'x'.repeat(4_001) }])
      expect((await send(path, fields)).status).toBe(400);
    expect((await send(path, { ...violence, details: 'a\u0000b' })).status).toBe(303);
  });

  it('is not there for a page that is not shared, and refuses other sites and floods', async () => {
    const { path, id } = await shared();
    const elsewhere = await visitor.request(`${path}/report`, {
      method: 'POST',
      origin: 'https://evil.example',
      body: new URLSearchParams(violence).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(elsewhere.status).toBe(403);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push((await send(path, violence, '198.51.100.7')).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    await owner.request(`/api/generations/${id}/share`, { method: 'DELETE' });
    expect(await readStatus(`${path}/report`)).toBe(404);
    expect((await send(path, violence)).status).toBe(404);
  });

  it('keeps twenty reports of one page and counts the others', async () => {
    const { path, id } = await shared();
    for (let count = 0; count < 19; count += 1) await report(path);
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => send(path, violence)));
    expect(atOnce.filter(({ status }) => status === 303)).toHaveLength(1);
    const more = await send(path, violence);
    expect([more.status, String(more.body)]).toEqual([
      200,
      expect.stringContaining('Your report was counted'),
    ]);
    const work = await find(id);
    expect(work?.reports.length).toBe(20);
    expect(work?.reports.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(8);
  });

  it('thanks a program that fills in the hidden field, and keeps nothing', async () => {
    const { path, id } = await shared();
    expect((await send(path, { ...violence, website: 'x' })).status).toBe(200);
    expect(await find(id)).toBeUndefined();
  });
});

describe('a report', () => {
  it('of intimate images hides the page and its files at once; any other leaves them until it is decided', async () => {
    const [quiet, urgent] = [await shared(), await shared()];
    await report(quiet.path);
    expect(await readStatus(`${quiet.path}/media/0`)).toBe(200);
    const status = await report(urgent.path, intimate);
    for (const part of ['', '/media/0', '/poster/0'])
      expect(await readStatus(`${urgent.path}${part}`)).toBe(404);
    expect(await readShare(urgent.id)).toMatchObject({ state: 'hidden', url: null });
    const again = await owner.post(`/api/generations/${urgent.id}/share`, {});
    expect(again.body).toMatchObject({ code: 'share_hidden' });
    expect(String((await visitor.get(status)).body)).toContain('the page is hidden');
  });

  it('has a page of its own that shows the decision, at an address that cannot be guessed', async () => {
    const { path, id } = await shared();
    const status = await report(path);
    expect(String((await visitor.get(status)).body)).toContain('decide within 48 hours');
    await decide(id, 'keep');
    expect(String((await visitor.get(status)).body)).toContain('The page stays');
    expect(await readStatus(`${status.slice(0, -1)}${status.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
    expect(await readStatus('/s/report/nonsense')).toBe(404);
  });

  it('is in the queue with the one that is due first at the top, and names its sender to operators alone', async () => {
    const [later, sooner] = [await shared(), await shared()];
    await report(sooner.path, { ...intimate, reason: 'copyright' });
    await report(later.path);
    await pool.query(`update report set due_at = due_at - interval '1 day' where generation_id = $1`, [
      sooner.id,
    ]);
    const works = await queue();
    const places = [sooner, later].map(({ id }) => works.findIndex((work) => work.generation_id === id));
    expect(places[0]).toBeLessThan(places[1] ?? -1);
    expect(works[places[0] ?? -1]).toMatchObject({
      user_email: owner.email,
      prompt: 'A red fox',
      share_state: 'active',
      reports: [{ reason: 'copyright', signature: 'Ann Example', email: 'ann@example.com', decision: null }],
    });
    expect(JSON.stringify((await owner.get('/api/user/security-events')).body)).not.toContain('report');
    for (const user of [owner, visitor]) expect((await user.get('/api/admin/reports')).status).toBe(404);
  });
});

describe('an operator', () => {
  it('sees the files of reported generations and of no others', async () => {
    const [reported, other] = [await shared(), await shared()];
    await report(reported.path, intimate);
    const file = (id: string, by: Pick<TestUser, 'get'> = operator) =>
      by.get(`/api/admin/reports/${id}/files/0`);
    expect((await file(reported.id)).headers.get('content-type')).toBe('video/mp4');
    const poster = await operator.get(`/api/admin/reports/${reported.id}/files/0?poster=true`);
    expect(poster.headers.get('content-type')).toBe('image/webp');
    for (const reply of [
      await file(other.id),
      await file(reported.id, owner),
      await file(reported.id, visitor),
    ])
      expect(reply.status).toBe(404);
  });

  it('hides a page, shows it again by dismissing its reports, and both are in the audit log', async () => {
    const { path, id } = await shared();
    await report(path);
    expect((await decide(id, 'hide')).status).toBe(200);
    expect(await readStatus(path)).toBe(404);
    expect(await find(id)).toMatchObject({ share_state: 'hidden' });
    expect((await decide(id, 'keep')).status).toBe(200);
    expect(await readStatus(path)).toBe(200);
    expect(await find(id)).toBeUndefined();
    expect(await find(id, 'decided')).toMatchObject({
      reports: [{ decision: 'kept', note: 'Looked at it closely' }],
    });
    for (const name of ['operator_hid_generation', 'operator_kept_generation'] as const)
      expect(await auditEvents(api, { name, userId: owner.userId })).toContainEqual(
        expect.objectContaining({ reason: 'Looked at it closely', details: { generation_id: id } }),
      );
  });

  it('takes a generation down for everyone but its owner, who reads why, and can take that back', async () => {
    const { path, id } = await shared();
    const status = await report(path);
    await owner.request(`/api/generations/${id}`, { method: 'PATCH', body: { is_public: true } });
    const { rows } = await pool.query<{ storage_key: string }>(
      'select storage_key from output where generation_id = $1',
      [id],
    );
    const file = `/media/${rows[0]?.storage_key}`;
    expect(await readStatus(file)).toBe(200);
    expect((await decide(id, 'remove')).status).toBe(200);
    for (const address of [path, `${path}/media/0`, file]) expect(await readStatus(address)).toBe(404);
    expect((await owner.get(file)).status).toBe(200);
    expect(await readShare(id)).toMatchObject({
      state: 'taken_down',
      taken_down_reason: 'Looked at it closely',
    });
    const again = await owner.post(`/api/generations/${id}/share`, {});
    expect([again.status, again.body]).toEqual([403, expect.objectContaining({ code: 'taken_down' })]);
    expect(String((await visitor.get(status)).body)).toContain('The page was removed');
    expect((await decide(id, 'restore')).status).toBe(200);
    expect(String((await visitor.get(status)).body)).toContain('The page was restored');
    expect((await owner.post(`/api/generations/${id}/share`, {})).status).toBe(200);
  });

  it('of two who decide at once is the only one; the other reads that it has been decided', async () => {
    const { path, id } = await shared();
    await report(path);
    const second = await api.user({ email: 'ops@atelier.test', credits: 0 });
    const replies = await Promise.all([
      decide(id, 'remove'),
      decide(id, 'remove', second),
      decide(id, 'keep'),
    ]);
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect((await decide(id, 'remove')).status + (await decide(id, 'keep')).status).toBeGreaterThan(600);
    const { rows } = await pool.query('select distinct decision from report where generation_id = $1', [id]);
    expect(rows.length).toBe(1);
    expect((await decide(owner.userId, 'keep')).body).toMatchObject({ code: 'already_decided' });
  });

  it('finds copies of a picture among the generations of all users, the nearest first', async () => {
    const { path, id } = await shared();
    await report(path);
    const other = await api.user();
    const [same, near, far] = [
      await finishImage(api.deps, other, { images: ['shown'] }),
      await finishImage(api.deps, other, { images: ['shown'] }),
      await finishImage(api.deps, other, { images: ['shown'] }),
    ];
    const hash = '01'.repeat(32);
    const set = (generation: string, bits: string) =>
      pool.query('update output set perceptual_hash = $2::bit(64) where generation_id = $1', [
        generation,
        bits,
      ]);
    await set(id, hash);
    await set(same.id, hash);
    await set(near.id, `10101010${hash.slice(8)}`);
    await set(far.id, `${'10'.repeat(16)}${hash.slice(32)}`);
    const { data } = (await operator.get(`/api/admin/reports/${id}/copies`)).body as AdminCopiesReply;
    expect(data.map(({ generation_id, distance }) => [generation_id, distance])).toEqual([
      [same.id, 0],
      [near.id, 8],
    ]);
    expect(data[0]).toMatchObject({ user_email: other.email, is_shared: false, is_taken_down: false });
  });
});
