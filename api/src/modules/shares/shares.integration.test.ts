import { randomBytes, randomUUID } from 'node:crypto';
import type { Share } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';
import { createWebWords } from '../../testing/web-words.ts';

const api = await startTestApi({ settings: { WEB_DIST: await createWebWords() } });
afterAll(() => api.close());
const visitor = api.browser();
const owner = await api.user();
const pathFor = (id: string) => `/api/generations/${id}/share`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function share(user: TestUser, id: string, body: object = {}): Promise<Share & { path: string }> {
  const reply = await user.post(pathFor(id), body);
  expect([reply.status, reply.body]).toEqual([200, { share: expect.any(Object) }]);
  const { share: made } = reply.body as { share: Share };
  return { ...made, path: new URL(made.url ?? '').pathname };
}

async function shareVideo(user = owner, body: object = {}) {
  const video = await finishVideo(api.deps, user);
  return { ...video, ...(await share(user, video.id, body)) };
}

const change = (user: TestUser, id: string, body: object) =>
  user.request(pathFor(id), { method: 'PATCH', body });
const stop = (user: TestUser, id: string) => user.request(pathFor(id), { method: 'DELETE' });
const execute = (text: string, values: unknown[]) => api.store.owner.pool.query(text, values);

/** The page, its file and its poster, as a stranger gets them. */
async function statuses(path: string): Promise<number[]> {
  const replies = await Promise.all(
    ['', '/media/0', '/poster/0', '/embed'].map((part) => visitor.get(`${path}${part}`)),
  );
  return replies.map(({ status }) => status);
}
const open = [200, 200, 200, 200];
const closed = [404, 404, 404, 404];

describe('sharing a finished generation', () => {
  it('makes a page for everyone who has its address, with the settings that were given', async () => {
    const { id } = await finishVideo(api.deps, owner);
    expect((await owner.get(pathFor(id))).body).toEqual({ share: null });
    const ends_at = inDays(3);
    const made = await share(owner, id, { shows_prompt: false, allows_download: true, ends_at });
    expect(made).toMatchObject({
      generation_id: id,
      state: 'active',
      url: expect.stringMatching(/^http:\/\/atelier\.test\/s\/[\w-]{43}$/),
      shows_prompt: false,
      shows_settings: true,
      allows_download: true,
      allows_indexing: false,
      views: 0,
      ends_at,
    });
    expect(await statuses(made.path)).toEqual(open);
    const { path, ...stored } = made;
    expect((await owner.get(pathFor(id))).body).toEqual({ share: stored });
    const listed = (await owner.get('/api/shares')).body as { data: Share[] };
    expect(listed.data[0]).toEqual({
      ...stored,
      kind: 'text-to-video',
      medium: 'video',
      prompt: expect.any(String),
    });
  });

  it('returns the same page for every request, also for several at once', async () => {
    const { id } = await finishVideo(api.deps, owner);
    const made = await Promise.all(Array.from({ length: 6 }, () => share(owner, id)));
    expect(new Set(made.map(({ url }) => url)).size).toBe(1);
    expect((await share(owner, id, { shows_prompt: false })).shows_prompt).toBe(true);
    const events = await auditEvents(api, { name: 'share_created', userId: owner.userId });
    expect(events.filter(({ details }) => details.generation_id === id)).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(made[0]?.path.split('/').at(-1));
  });

  it('is for the owner alone, with an unlocked account', async () => {
    const [stranger, locked] = [await api.user(), await api.user()];
    const { id } = await finishVideo(api.deps, owner);
    const mine = await shareVideo(locked);
    await execute('update app_user set locked_at = now() where id = $1', [locked.userId]);
    await execute('update credit_account set is_locked = true where user_id = $1', [locked.userId]);
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect([method, (await stranger.request(pathFor(id), { method, body })).status]).toEqual([method, 404]);
    }
    expect((await visitor.post(pathFor(id), {})).status).toBe(401);
    expect((await locked.post(pathFor(mine.id), {})).body).toMatchObject({ code: 'account_locked' });
    expect(await statuses(mine.path)).toEqual(open);
    expect((await stop(locked, mine.id)).status).toBe(200);
  });

  it('is refused in words without a result, and after a takedown', async () => {
    const running = await submitVideo(owner);
    const flagged = await finishImage(api.deps, owner, { images: ['flagged'] });
    const down = await shareVideo();
    await execute('update generation set taken_down_at = now() where id = $1', [down.id]);
    for (const [id, status, code, message] of [
      [running, 409, 'not_finished', 'This generation has not finished yet'],
      [flagged.id, 409, 'nothing_to_share', 'This generation has no result to share'],
      [down.id, 403, 'taken_down', 'Support has taken this generation down, so it cannot be shared'],
      [randomUUID(), 404, 'not_found', 'Not found'],
    ] as const) {
      const reply = await owner.post(pathFor(id), {});
      expect([reply.status, reply.body]).toEqual([status, refusal(code, message)]);
    }
    expect(await statuses(down.path)).toEqual(closed);
    expect((await owner.get(pathFor(down.id))).body).toMatchObject({
      share: { state: 'taken_down', url: null },
    });
  });

  it('needs an end in the future, at most five years away', async () => {
    const { id } = await finishVideo(api.deps, owner);
    for (const ends_at of [inDays(-1), inDays(2_000)])
      expect((await owner.post(pathFor(id), { ends_at })).body).toMatchObject({
        code: 'validation_failed',
        issues: [issue('ends_at', 'The end must be in the future, at most five years away')],
      });
    expect((await owner.post(pathFor(id), { ends_at: 'soon' })).status).toBe(400);
  });

  it('can be done by a program with the scope for it', async () => {
    const { key } = await createKey(owner, { scopes: ['generate'] });
    const { id } = await finishVideo(api.deps, owner);
    const reply = await visitor.request(pathFor(id), { method: 'POST', body: {}, ...withKey(key) });
    expect([reply.status, reply.body]).toMatchObject([200, { share: { state: 'active' } }]);
  });
});

describe('a change', () => {
  it('has its effect at once, and leaves the rest', async () => {
    const page = await shareVideo();
    const ends_at = inDays(1);
    const reply = await change(owner, page.id, { allows_download: true, ends_at });
    expect(reply.body).toMatchObject({
      share: { allows_download: true, shows_prompt: true, url: page.url, ends_at },
    });
    expect((await change(owner, page.id, { shows_prompt: false })).body).toMatchObject({
      share: { allows_download: true, shows_prompt: false, ends_at },
    });
    expect((await change(owner, page.id, { ends_at: null })).body).toMatchObject({
      share: { ends_at: null },
    });
    expect((await visitor.get(page.path)).body).not.toContain('A paper boat');
  });

  it('needs a share that goes on', async () => {
    const page = await shareVideo();
    await stop(owner, page.id);
    expect((await change(owner, page.id, { shows_prompt: false })).body).toEqual(
      refusal('not_found', 'This generation is not shared'),
    );
  });
});

describe('the page and its files are gone at once', () => {
  it('when the owner stops, for ever; sharing again makes another link', async () => {
    const page = await shareVideo();
    expect(await statuses(page.path)).toEqual(open);
    expect((await stop(owner, page.id)).body).toMatchObject({ share: { state: 'ended', url: null } });
    expect(await statuses(page.path)).toEqual(closed);
    expect((await stop(owner, page.id)).body).toMatchObject({ share: { state: 'ended' } });
    const again = await share(owner, page.id);
    expect(again.url).not.toBe(page.url);
    expect(await statuses(page.path)).toEqual(closed);
    expect(await statuses(again.path)).toEqual(open);
    const events = await auditEvents(api, { name: 'share_ended', userId: owner.userId });
    expect(events.filter(({ details }) => details.generation_id === page.id)).toMatchObject([
      { actor: 'user' },
    ]);
  });

  it('at the end date, without a job; the link stays dead', async () => {
    const page = await shareVideo(owner, { ends_at: inDays(1) });
    await execute(`update share set ends_at = now() - interval '1 second' where generation_id = $1`, [
      page.id,
    ]);
    expect(await statuses(page.path)).toEqual(closed);
    expect((await owner.get(pathFor(page.id))).body).toMatchObject({ share: { state: 'ended' } });
    expect((await change(owner, page.id, { ends_at: null })).status).toBe(404);
    expect((await share(owner, page.id)).url).not.toBe(page.url);
    expect(await statuses(page.path)).toEqual(closed);
  });

  it('while it is hidden, and no other link takes its place', async () => {
    const page = await shareVideo();
    await execute('update share set hidden_at = now() where generation_id = $1', [page.id]);
    expect(await statuses(page.path)).toEqual(closed);
    expect((await owner.get(pathFor(page.id))).body).toMatchObject({ share: { state: 'hidden', url: null } });
    await stop(owner, page.id);
    expect((await owner.post(pathFor(page.id), {})).body).toMatchObject({ code: 'share_hidden' });
  });

  it('while the generation is in the trash', async () => {
    const page = await shareVideo();
    await execute('update generation set deleted_at = now() where id = $1', [page.id]);
    expect(await statuses(page.path)).toEqual(closed);
    await execute('update generation set deleted_at = null where id = $1', [page.id]);
    expect(await statuses(page.path)).toEqual(open);
  });

  it('while the account is closed', async () => {
    const leaving = await api.user();
    const page = await shareVideo(leaving);
    await execute('update app_user set closed_at = now() where id = $1', [leaving.userId]);
    expect(await statuses(page.path)).toEqual(closed);
    await execute('update app_user set closed_at = null where id = $1', [leaving.userId]);
    expect(await statuses(page.path)).toEqual(open);
  });

  it('when the generation is made private', async () => {
    const page = await shareVideo();
    const setPublic = (is_public: boolean) =>
      owner.request(`/api/generations/${page.id}`, { method: 'PATCH', body: { is_public } });
    await setPublic(true);
    expect(await statuses(page.path)).toEqual(open);
    await setPublic(false);
    expect(await statuses(page.path)).toEqual(closed);
    expect((await visitor.get(`/media/${page.key}`)).status).toBe(404);
  });

  it('at the public address of the file, too, when it is hidden or taken down', async () => {
    const page = await shareVideo();
    await owner.request(`/api/generations/${page.id}`, { method: 'PATCH', body: { is_public: true } });
    const statusOfFile = async (user = visitor) => (await user.get(`/media/${page.key}`)).status;
    expect(await statusOfFile()).toBe(200);
    await execute('update share set hidden_at = now() where generation_id = $1', [page.id]);
    expect([await statusOfFile(), await statusOfFile(owner)]).toEqual([404, 200]);
    await execute('update share set hidden_at = null where generation_id = $1', [page.id]);
    await execute('update generation set taken_down_at = now() where id = $1', [page.id]);
    expect(await statusOfFile()).toBe(404);
  });

  it('in the middle of a download: what runs may end, the next range is not there', async () => {
    const page = await shareVideo(owner, { allows_download: true });
    const running = await fetch(`${api.url}${page.path}/media/0?download`);
    await stop(owner, page.id);
    expect(Buffer.from(await running.arrayBuffer()).toString()).toBe('0123456789');
    expect((await visitor.get(`${page.path}/media/0`, { range: 'bytes=4-' })).status).toBe(404);
    const etag = running.headers.get('etag') ?? '';
    expect((await visitor.get(`${page.path}/media/0`, { 'if-none-match': etag })).status).toBe(404);
  });
});

describe('with two processes of the api', () => {
  it('a page and its files are there and gone at once, whichever process answers', async () => {
    const second = await startTestApi({
      store: api.store,
      settings: { WEB_DIST: await createWebWords() },
    });
    const reader = second.browser();
    const { id, key } = await finishVideo(api.deps, owner);
    const setPublic = (is_public: boolean) =>
      owner.request(`/api/generations/${id}`, { method: 'PATCH', body: { is_public } });
    const file = async () => (await reader.get(`/media/${key}`)).status;
    expect(await file()).toBe(404);
    const page = await share(owner, id);
    await setPublic(true);
    const etag = (await reader.get(`/media/${key}`)).headers.get('etag') ?? '';
    const seen = (part: string, headers = {}) => reader.get(`${page.path}${part}`, headers);
    expect([(await seen('')).status, (await seen('/media/0')).status, etag]).toEqual([
      200,
      200,
      expect.any(String),
    ]);
    await setPublic(false);
    const kept = { 'if-none-match': etag };
    const gone = [
      await seen(''),
      await seen('/media/0', kept),
      await seen('/poster/0'),
      await seen('/embed'),
    ];
    expect(gone.map(({ status }) => status)).toEqual(closed);
    expect((await reader.get(`/media/${key}`, kept)).status).toBe(404);
    await second.close();
  });
});

describe('an address without a page', () => {
  it('gets the same answer, whatever the reason', async () => {
    const [ended, hidden] = [await shareVideo(), await shareVideo()];
    await stop(owner, ended.id);
    await execute('update share set hidden_at = now() where generation_id = $1', [hidden.id]);
    const unknown = `/s/${randomBytes(32).toString('base64url')}`;
    const paths = [unknown, '/s/x', '/s/', '/s/a/b/c', ended.path, hidden.path, `${ended.path}/embed`];
    const replies = await Promise.all(paths.map((path) => visitor.get(path)));
    const plain = (path: string, body: unknown) => String(body).replaceAll(path, '');
    const [first] = replies;
    for (const [index, reply] of replies.entries()) {
      expect([paths[index], reply.status]).toEqual([paths[index], 404]);
      expect(plain(paths[index] ?? '', reply.body)).toBe(plain(unknown, first?.body));
    }
    expect(first?.headers.get('x-robots-tag')).toBe('noindex');
  });
});
