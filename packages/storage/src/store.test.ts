import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type CheckedStore, createStore } from './create-store.ts';
import { newKey, toIncomingKey } from './keys.ts';
import type { PutGrant } from './put-grant.ts';
import { createSignedAddresses } from './signed-addresses.ts';
import { startS3Server } from './testing/start-s3-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const s3 = await startS3Server();
afterAll(() => s3.close());
afterEach(() => vi.useRealTimers());

const PUBLIC_URL = 'http://atelier.test';
const user = randomUUID();
const limit = { contentType: 'video/mp4', maxBytes: 12_000_000 };
const freshKey = () => newKey(user, 'video/mp4');
const megabytes = (count: number) =>
  Readable.from(Array.from({ length: count }, (_, index) => Buffer.alloc(1_000_000, index)));

describe.each(['disk', 's3'])('the store on %s', (driver) => {
  async function openStore(): Promise<{ store: CheckedStore; files: () => Promise<string[]> }> {
    if (driver === 's3') {
      const before = await s3.files();
      const files = async () => (await s3.files()).slice(before.length);
      return { store: createStore({ DATA_DIR: await temporaryFolder(), PUBLIC_URL, ...s3.settings }), files };
    }
    const folder = await temporaryFolder();
    const entries = () => readdir(join(folder), { recursive: true, withFileTypes: true });
    const files = async () => (await entries()).filter((entry) => entry.isFile()).map(({ name }) => name);
    return { store: createStore({ DATA_DIR: folder, PUBLIC_URL }), files };
  }

  it('keeps a record outside of the files of users, and replaces it as a whole', async () => {
    const { store } = await openStore();
    const record = store.openRecord('published-checkpoints');
    expect(await record.read()).toBeUndefined();
    for (const text of ['one\n', 'one\ntwo\n', '']) {
      await record.write(text);
      expect(await record.read()).toBe(text);
    }
    expect(await store.list(user)).toEqual([]);
  });

  it('keeps what it is given, in one part or in several, and finds it again', async () => {
    const { store } = await openStore();
    const [small, large] = [freshKey(), freshKey()];
    expect(await store.put(small, Readable.from([Buffer.from('0123456789')]), limit)).toEqual({ bytes: 10 });
    expect(await store.put(large, megabytes(12), limit)).toEqual({ bytes: 12_000_000 });
    expect(await store.find(small)).toEqual({ bytes: 10, modifiedAt: expect.any(Date) });
    expect(await store.find(large)).toMatchObject({ bytes: 12_000_000 });
    expect(await text(store.read(small))).toBe('0123456789');
    expect(await text(store.read(small, { start: 2, end: 4 }))).toBe('234');
    expect(String(await store.load(small, { start: 2, end: 4 }))).toBe('234');
    expect(String(await store.load(small, { start: 8, end: 20 }))).toBe('89');
    expect(String(await store.load(small, { start: 0, end: 0 }))).toBe('0');
    const loaded = await store.load(large, { start: 0, end: 11_999_999 });
    // Not with toEqual, which compares millions of bytes one by one for seconds.
    expect(loaded.equals(await buffer(store.read(large)))).toBe(true);
    await expect(store.load(freshKey(), { start: 0, end: 1 })).rejects.toThrow();
  });

  it('leaves nothing of one byte too many, in the first part or in a later one', async () => {
    const { store, files } = await openStore();
    for (const [maxBytes, megabyteCount] of [
      [999_999, 1],
      [7_999_999, 8],
    ] as const) {
      const putting = store.put(freshKey(), megabytes(megabyteCount), { ...limit, maxBytes });
      await expect(putting).rejects.toMatchObject({ code: 'body_too_large' });
    }
    expect(await files()).toEqual([]);
  });

  it('leaves nothing of a source that breaks after several parts', async () => {
    const { store, files } = await openStore();
    async function* broken() {
      yield* megabytes(7);
      throw new Error('connection lost');
    }
    const putting = store.put(freshKey(), Readable.from(broken()), limit);
    await expect(putting).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
  });

  it('finds nothing, deletes nothing and moves nothing where there is nothing', async () => {
    const { store } = await openStore();
    const key = freshKey();
    expect(await store.find(key)).toBeUndefined();
    await store.delete(key);
    expect(await store.move(key, freshKey())).toBe(false);
    await expect(text(store.read(key))).rejects.toThrow();
  });

  it('lists all that it keeps of a user, unfinished uploads included, and nothing else', async () => {
    const { store } = await openStore();
    const [owner, stranger] = [randomUUID(), randomUUID()];
    expect(await store.list(owner)).toEqual([]);
    const key = newKey(owner, 'image/png');
    const own = [key, toIncomingKey(key), ...Array.from({ length: 8 }, () => newKey(owner, 'video/mp4'))];
    for (const each of [...own, newKey(stranger, 'video/mp4')])
      await store.put(each, Readable.from([Buffer.from('x')]), limit);
    expect((await store.list(owner)).sort()).toEqual(own.sort());
    expect(await store.listUsers()).toEqual(expect.arrayContaining([owner]));
  });

  it('moves a file over another', async () => {
    const { store } = await openStore();
    const [from, to] = [freshKey(), freshKey()];
    await store.put(from, Readable.from([Buffer.from('new')]), limit);
    await store.put(to, Readable.from([Buffer.from('old')]), limit);
    expect(await store.move(from, to)).toBe(true);
    expect(await store.find(from)).toBeUndefined();
    expect(await text(store.read(to))).toBe('new');
    await store.delete(to);
    expect(await store.find(to)).toBeUndefined();
  });

  it('says that it works', async () => {
    const { store, files } = await openStore();
    await store.check();
    expect(await files()).toEqual([]);
    const { freeBytes, neededBytes } = await store.readSpace();
    expect(freeBytes).toBeGreaterThan(neededBytes);
  });

  it.each(['../x', `u/${user}/../../x.mp4`, ''])('takes no key from outside: %j', async (key) => {
    const { store } = await openStore();
    const refused = { code: 'not_found' };
    await expect(store.put(key, Readable.from(['x']), limit)).rejects.toMatchObject(refused);
    await expect(store.find(key)).rejects.toMatchObject(refused);
    await store.delete(key);
    await expect(store.move(key, freshKey())).rejects.toMatchObject(refused);
    expect(() => store.read(key)).toThrow(expect.objectContaining(refused));
  });
});

describe('S3 that does not work', () => {
  it.each([
    ['has no such bucket', { S3_BUCKET: 'none' }],
    ['does not know the key', { S3_SECRET_ACCESS_KEY: 'wrong' }],
    ['is not there', { S3_ENDPOINT: 'http://127.0.0.1:9' }],
  ])('says so when it %s', async (_what, wrong) => {
    const store = createStore({ DATA_DIR: await temporaryFolder(), PUBLIC_URL, ...s3.settings, ...wrong });
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    const source = megabytes(7);
    await expect(store.put(freshKey(), source, limit)).rejects.toMatchObject({ code: 'unavailable' });
    expect(source.destroyed).toBe(true);
  });
});

describe('an address that S3 signed', () => {
  const store = createStore({ DATA_DIR: 'nowhere', PUBLIC_URL, ...s3.settings });
  const grant = (more: Partial<PutGrant> = {}): PutGrant => ({
    key: freshKey(),
    contentType: 'video/mp4',
    maxBytes: 100,
    expiresSeconds: 300,
    ...more,
  });
  const put = async (url: string, body: string, contentType = 'video/mp4') =>
    (await fetch(url, { method: 'PUT', body, headers: { 'content-type': contentType } })).status;

  it('takes the file that was announced, and sends it to every client that has the address', async () => {
    const announced = grant({ bytes: 5 });
    expect(await put(await store.presignPut(announced), 'hello')).toBe(200);
    const response = await fetch(await store.presignGet(announced.key, { expiresSeconds: 60 }));
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });

  it('leads to where others reach the bucket, when that is elsewhere', async () => {
    const elsewhere = s3.settings.S3_ENDPOINT.replace('127.0.0.1', 'localhost');
    const split = createStore({
      DATA_DIR: 'nowhere',
      PUBLIC_URL,
      ...s3.settings,
      S3_PUBLIC_ENDPOINT: elsewhere,
    });
    const announced = grant({ bytes: 5 });
    const addresses = [
      await split.presignPut(announced),
      await split.presignGet(announced.key, { expiresSeconds: 60 }),
    ] as const;
    expect(addresses.map((address) => new URL(address).origin)).toEqual([elsewhere, elsewhere]);
    expect(await put(addresses[0], 'hello')).toBe(200);
    expect(await (await fetch(addresses[1])).text()).toBe('hello');
    const hidden = createStore({
      DATA_DIR: 'nowhere',
      PUBLIC_URL,
      ...s3.settings,
      S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect(await hidden.find(announced.key)).toMatchObject({ bytes: 5 });
  });

  it('takes no other key, type or length', async () => {
    const announced = grant({ bytes: 5 });
    const url = await store.presignPut(announced);
    expect(await put(url.replace(announced.key, freshKey()), 'hello')).toBe(403);
    expect(await put(url, 'hello', 'text/html')).toBe(403);
    expect(await put(url, 'hello and more')).toBe(403);
    expect(await store.find(announced.key)).toBeUndefined();
  });

  it('is dead after 301 seconds', async () => {
    const announced = grant();
    const url = await store.presignPut(announced);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect(await put(url, 'hello')).toBe(403);
  });
});

describe('an address that we sign ourselves', () => {
  async function signer() {
    const secretPath = join(await temporaryFolder(), 'data', 'address-secret');
    return { secretPath, addresses: createSignedAddresses({ publicUrl: PUBLIC_URL, secretPath }) };
  }
  const readQuery = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const grant = (more: Partial<PutGrant> = {}): PutGrant => ({
    key: freshKey(),
    contentType: 'image/png',
    maxBytes: 100,
    expiresSeconds: 300,
    ...more,
  });

  it('leads to our own route and permits what was signed', async () => {
    const { addresses } = await signer();
    const announced = grant({ bytes: 5 });
    const url = await addresses.put(announced);
    expect(new URL(url).pathname).toBe(`/api/uploads/put/${announced.key}`);
    const request = { contentType: 'image/png', contentLength: 5 };
    expect(await addresses.acceptPut(announced.key, readQuery(url), request)).toEqual({ maxBytes: 100 });
    const readUrl = await addresses.get(announced.key, { expiresSeconds: 60 });
    expect(new URL(readUrl).pathname).toBe(`/media/${announced.key}`);
    expect(await addresses.acceptGet(announced.key, readQuery(readUrl))).toBe(true);
  });

  it('permits nothing else', async () => {
    const { addresses } = await signer();
    const announced = grant({ bytes: 5 });
    const query = readQuery(await addresses.put(announced));
    const request = { contentType: 'image/png', contentLength: 5 };
    const refused = [
      addresses.acceptPut(freshKey(), query, request),
      addresses.acceptPut(announced.key, query, { ...request, contentType: 'text/html' }),
      addresses.acceptPut(announced.key, query, { ...request, contentType: undefined }),
      addresses.acceptPut(announced.key, query, { ...request, contentLength: 6 }),
      addresses.acceptPut(announced.key, query, { ...request, contentLength: undefined }),
      addresses.acceptPut(announced.key, { ...query, m: '1000000' }, request),
      addresses.acceptPut(announced.key, { ...query, n: '6' }, { ...request, contentLength: 6 }),
      addresses.acceptPut(announced.key, { ...query, n: undefined }, request),
      addresses.acceptPut(announced.key, { ...query, e: '99999999999' }, request),
      addresses.acceptPut(announced.key, { ...query, sig: `${query.sig}x` }, request),
      addresses.acceptPut(announced.key, {}, request),
    ];
    expect(await Promise.all(refused)).toEqual(refused.map(() => undefined));
    const read = readQuery(await addresses.get(announced.key, { expiresSeconds: 60 }));
    expect(await addresses.acceptGet(freshKey(), read)).toBe(false);
    expect(await addresses.acceptGet(announced.key, query)).toBe(false);
    expect(await addresses.acceptGet(announced.key, {})).toBe(false);
  });

  it('is dead after 301 seconds', async () => {
    const { addresses } = await signer();
    const announced = grant();
    const query = readQuery(await addresses.put(announced));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    const request = { contentType: 'image/png', contentLength: undefined };
    expect(await addresses.acceptPut(announced.key, query, request)).toBeUndefined();
  });

  it('is judged the same by every process of the machine, whose secret no other user can read', async () => {
    const { addresses, secretPath } = await signer();
    const other = createSignedAddresses({ publicUrl: PUBLIC_URL, secretPath });
    const key = freshKey();
    const [url] = await Promise.all([
      addresses.get(key, { expiresSeconds: 60 }),
      other.get(key, { expiresSeconds: 60 }),
    ]);
    expect(await other.acceptGet(key, readQuery(url))).toBe(true);
    expect((await stat(secretPath)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(secretPath, '..'))).toEqual(['address-secret']);
  });
});
