import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startS3Server } from '@atelier/storage/testing';
import { outdateTakeOuts } from '@atelier/take-out';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestApi, type TestUser } from '../../testing/start-test-api.ts';
import {
  findTakeOut,
  makeTakeOut,
  takeOutPath as path,
  runTakeOut,
  startTakeOut,
  unzip,
} from '../../testing/take-outs.ts';

const api = await startTestApi();
const s3 = await startS3Server();
const onS3 = await startTestApi({ store: api.store, settings: s3.settings });
afterEach(() => api.store.expectWholeLedger());
afterAll(async () => {
  await onS3.close();
  await s3.close();
  await api.close();
});

const notFound = refusal('not_found', 'Not found');
const signInAgain = refusal('sign_in_again', 'Please sign in again to confirm that it is you');
const outdated = refusal(
  'take_out_outdated',
  'Some files in this archive have been deleted; prepare a new one',
);

const createUser = (on: TestApi) => on.user({ credits: 1_000 });
const query = (text: string, values: unknown[]) => api.store.owner.pool.query(text, values);
const endFreshness = ({ userId }: TestUser) =>
  query(`update user_session set created_at = now() - interval '11 minutes' where user_id = $1`, [userId]);

describe('an archive', () => {
  it('is prepared in the background, and its end is sent to the browsers of its user', async () => {
    const user = await createUser(api);
    await finishVideo(api.deps, user);
    expect(await findTakeOut(user)).toBeNull();
    const started = await startTakeOut(user);
    expect(started).toMatchObject({ state: 'preparing', bytes: null, ready_at: null });
    expect(await findTakeOut(user)).toEqual(started);
    const socket = await connectSocket(api, user);
    const event = new Promise((resolve) => socket.once('take-out:changed', resolve));
    await runTakeOut(api, started.id);
    const ready = await findTakeOut(user);
    expect(ready).toMatchObject({ id: started.id, state: 'ready', progress: { done: 1, total: 1 } });
    expect(await event).toEqual({ take_out: ready });
    socket.close();
    expect(ready?.bytes).toBeGreaterThan(1_000);
    const lifetimeMs = Date.parse(ready?.expires_at ?? '') - Date.parse(ready?.ready_at ?? '');
    expect(lifetimeMs / 86_400_000).toBeCloseTo(7, 3);
  });

  it('is refused in a language that cannot be stored', async () => {
    const user = await api.user();
    const refused = await user.post(path, { language: 'a\u0000b' });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });

  it('is prepared one at a time, and the old one stays until the new one is ready', async () => {
    const user = await createUser(api);
    const first = await makeTakeOut(api, user);
    const replies = await Promise.all([startTakeOut(user), startTakeOut(user)]);
    expect(replies[0]).toEqual(replies[1]);
    expect((await user.get(first.url)).status).toBe(200);
    await Promise.all([runTakeOut(api, replies[0].id), runTakeOut(api, replies[0].id)]);
    expect(await findTakeOut(user)).toMatchObject({ id: replies[0].id, state: 'ready' });
    const gone = await user.get(first.url);
    expect([gone.status, gone.body]).toEqual([404, notFound]);
  });

  it('is another user’s secret: they get the same 404 as for an unknown id', async () => {
    const [user, stranger] = [await createUser(api), await createUser(api)];
    const { id, url } = await makeTakeOut(api, user);
    const unknown = '0198c0de-7a00-4000-8000-00000000000c';
    for (const reply of [
      await stranger.get(url),
      await stranger.get(`${path}/${unknown}/archive.zip`),
      await stranger.post(`${path}/${id}/address`),
      await stranger.post(`${path}/${unknown}/address`),
    ])
      expect([reply.status, reply.body]).toEqual([404, notFound]);
    expect(await findTakeOut(stranger)).toBeNull();
    expect((await api.browser().get(url)).status).toBe(401);
  });

  it('cannot be had with an API key', async () => {
    const user = await createUser(api);
    const { url } = await makeTakeOut(api, user);
    const { key } = await createKey(user);
    for (const [method, address] of [
      ['POST', path],
      ['GET', path],
      ['GET', url],
    ] as const) {
      const reply = await api.browser().request(address, { method, ...withKey(key) });
      expect([reply.status, (reply.body as { code: string }).code]).toEqual([403, 'api_key_not_allowed']);
    }
  });

  it('needs a fresh sign-in to start it and to get its address, and the address to go on later', async () => {
    const user = await createUser(api);
    const { id, url } = await makeTakeOut(api, user);
    expect((await user.get(`${path}/${id}/archive.zip`)).status).toBe(200);
    await endFreshness(user);
    for (const reply of [
      await user.post(path, { language: 'en' }),
      await user.post(`${path}/${id}/address`),
      await user.get(`${path}/${id}/archive.zip`),
      await user.get(`${path}/${id}/archive.zip?token=${'x'.repeat(43)}`),
    ])
      expect([reply.status, reply.body]).toEqual([403, signInAgain]);
    expect((await user.get(url)).status).toBe(200);
  });

  it('leaves its start and each address in the audit log', async () => {
    const user = await createUser(api);
    const { id } = await makeTakeOut(api, user);
    const { rows } = await query(
      `select name, actor, details from audit_event where user_id = $1 order by id`,
      [user.userId],
    );
    const event = { actor: 'user', details: { take_out_id: id } };
    expect(rows).toEqual([
      { name: 'take_out_started', ...event },
      { name: 'take_out_downloaded', ...event },
    ]);
  });

  it('is gone after seven days', async () => {
    const user = await createUser(api);
    const { id, url } = await makeTakeOut(api, user);
    await query(`update take_out set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await user.get(url)).status).toBe(404);
    expect(await findTakeOut(user)).toBeNull();
  });

  it('can be had by the owner of a closed account, until it is erased', async () => {
    const user = await createUser(api);
    const { key } = await finishVideo(api.deps, user);
    await user.post('/api/user/close', { email: user.email });
    const closed = await api.user({ email: user.email, credits: 0 });
    expect((await closed.get('/api/generations')).status).toBe(403);
    const { url } = await makeTakeOut(api, closed);
    const files = await unzip((await closed.get(url)).bytes);
    expect([...files.values()]).toContainEqual(await buffer(api.deps.store.read(key)));
  });

  it('cannot be downloaded before it is ready', async () => {
    const user = await createUser(api);
    const { id } = await startTakeOut(user);
    expect((await user.post(`${path}/${id}/address`)).status).toBe(404);
    expect((await user.get(`${path}/${id}/archive.zip`)).status).toBe(404);
  });
});

describe.each([
  ['disk', api],
  ['S3', onS3],
])('a download from %s', (_store, on) => {
  it('continues byte by byte where it broke off, and is the whole archive', async () => {
    const user = await createUser(on);
    const content = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7) % 251));
    await finishVideo(on.deps, user, { content });
    await finishImage(on.deps, user, { images: ['shown', 'shown'] });
    const { url } = await makeTakeOut(on, user);
    const whole = await user.get(url);
    const size = whole.bytes.length;
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': expect.stringMatching(/^attachment; filename="atelier-[\d-]+\.zip"$/),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect([...(await unzip(whole.bytes)).values()].some((file) => file.equals(content))).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    const inVideo = whole.bytes.indexOf(content);
    for (const offset of [1, inVideo, inVideo + 1, inVideo + 200_000, inVideo + content.length, size - 1]) {
      const begun = await breakOff(on.url + url, user, offset);
      expect(begun.length).toBeGreaterThanOrEqual(offset);
      const rest = await user.get(url, { range: `bytes=${begun.length}-`, 'if-range': etag });
      if (begun.length < size) expect(rest.status).toBe(206);
      const joined = begun.length < size ? Buffer.concat([begun, rest.bytes]) : begun;
      expect([offset, joined.equals(whole.bytes)]).toEqual([offset, true]);
    }
    for (const [start, end] of ranges(size, inVideo, content.length)) {
      const part = await user.get(url, { range: `bytes=${start}-${end}` });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect([start, end, part.bytes.equals(whole.bytes.subarray(start, end + 1))]).toEqual([
        start,
        end,
        true,
      ]);
    }
    const head = await user.request(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    expect((await user.get(url, { range: `bytes=${size}-` })).status).toBe(416);
    expect((await user.get(url, { 'if-none-match': etag })).status).toBe(304);
  });

  it('of an archive with a file that is gone breaks off, and a new archive is whole', async () => {
    const user = await createUser(on);
    const gone = await finishVideo(on.deps, user, { prompt: 'Gone' });
    const { id, url } = await makeTakeOut(on, user);
    await on.deps.store.delete(gone.key);
    await expect(user.get(url)).rejects.toThrow();
    await expect.poll(async () => (await findTakeOut(user))?.state).toBe('outdated');
    for (const reply of [await user.get(url), await user.post(`${path}/${id}/address`)])
      expect([reply.status, reply.body]).toEqual([409, outdated]);
    const next = await makeTakeOut(on, user);
    const files = await unzip((await user.get(next.url)).bytes);
    expect(files.get('README.md')?.toString()).toContain('could not be found: 1');
  });
});

it('a deletion ends only the archives that contain the file', async () => {
  const [user, other] = [await createUser(api), await createUser(api)];
  const { key } = await finishVideo(api.deps, user);
  await finishVideo(api.deps, other);
  await makeTakeOut(api, user);
  await makeTakeOut(api, other);
  await outdateTakeOuts({ ...api.deps, realtime: api.realtime }, [key]);
  expect(await findTakeOut(user)).toMatchObject({ state: 'outdated' });
  expect(await findTakeOut(other)).toMatchObject({ state: 'ready' });
});

/** The first bytes of a download whose connection is cut once there are at least `bytes`. */
async function breakOff(url: string, user: TestUser, bytes: number): Promise<Buffer> {
  const request = get(url, { headers: { cookie: user.cookieHeader() } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received >= bytes) break;
  }
  return Buffer.concat(chunks);
}

/** Around every edge: of the archive, of a stored file in it, and of both at once. */
function ranges(size: number, file: number, fileBytes: number): [number, number][] {
  const end = file + fileBytes;
  return [
    [0, 0],
    [0, file - 1],
    [file - 1, file],
    [file, file],
    [file, end - 1],
    [end - 1, end],
    [end, end],
    [file - 10, end + 10],
    [end + 1, size - 1],
    [size - 1, size - 1],
    [1, size - 2],
  ];
}
