import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { newKey } from './keys.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const user = randomUUID();
const limit = { contentType: 'video/mp4', maxBytes: 10 };

async function openStore() {
  const root = await temporaryFolder();
  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return { root, store: createDiskStore(root), key: newKey(user, 'video/mp4'), files };
}

describe('put', () => {
  it('keeps a file and says how long it is', async () => {
    const { store, key } = await openStore();
    expect(await store.put(key, Readable.from([Buffer.from('hello')]), limit)).toEqual({ bytes: 5 });
    expect(await store.find(key)).toEqual({ bytes: 5, modifiedAt: expect.any(Date) });
    expect(await text(store.read(key))).toBe('hello');
  });

  it('takes exactly the limit and leaves nothing of one byte more', async () => {
    const { store, key, files } = await openStore();
    await store.put(key, Readable.from([Buffer.alloc(6), Buffer.alloc(4)]), limit);
    const other = newKey(user, 'video/mp4');
    const tooLarge = store.put(other, Readable.from([Buffer.alloc(6), Buffer.alloc(5)]), limit);
    await expect(tooLarge).rejects.toMatchObject({ code: 'body_too_large' });
    expect(await files()).toHaveLength(1);
  });

  it('leaves nothing of a file whose source breaks', async () => {
    const { store, key, files } = await openStore();
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(store.put(key, Readable.from(broken()), limit)).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
    expect(await store.find(key)).toBeUndefined();
  });

  it('leaves nothing of a file whose source is cut off', async () => {
    const { store, key, files } = await openStore();
    const source = new Readable({ read: () => undefined });
    const putting = store.put(key, source, limit);
    source.push('half');
    source.destroy();
    await expect(putting).rejects.toThrow();
    expect(await files()).toEqual([]);
  });

  it('does not leave its source open when the folder cannot be made', async () => {
    const { root, store, key } = await openStore();
    await writeFile(join(root, 'u'), 'a file where a folder should be');
    const source = new Readable({ read: () => undefined });
    await expect(store.put(key, source, limit)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(source.destroyed).toBe(true);
  });

  it('shows a file only when it is whole', async () => {
    const { store, key } = await openStore();
    const source = new Readable({ read: () => undefined });
    const putting = store.put(key, source, limit);
    source.push('half');
    expect(await store.find(key)).toBeUndefined();
    source.push(null);
    await putting;
    expect(await store.find(key)).toMatchObject({ bytes: 4 });
  });
});

describe('read', () => {
  it('reads a part, both ends included', async () => {
    const { store, key } = await openStore();
    await store.put(key, Readable.from([Buffer.from('0123456789')]), limit);
    expect(await text(store.read(key, { start: 2, end: 4 }))).toBe('234');
    expect(await text(store.read(key, { start: 9, end: 9 }))).toBe('9');
  });

  it('fails for a file that is not there', async () => {
    const { store, key } = await openStore();
    await expect(text(store.read(key))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('delete', () => {
  it('removes a file, and may be repeated', async () => {
    const { store, key } = await openStore();
    await store.put(key, Readable.from([Buffer.from('x')]), limit);
    await store.delete(key);
    await store.delete(key);
    expect(await store.find(key)).toBeUndefined();
  });
});

describe('keys from outside', () => {
  it.each([
    '../secret',
    'u/../../secret.mp4',
    `u/${user}/../${randomUUID()}.mp4`,
    `/u/${user}/${randomUUID()}.mp4`,
    `u/${user}/${randomUUID()}.mp4/`,
    `u/${user}/${randomUUID()}.mp4\n`,
    `u/${user}/${randomUUID()}.mp4\0.png`,
    `u\\${user}\\${randomUUID()}.mp4`,
    `u/${user}/${randomUUID()}`,
    `u/${user}/${randomUUID()}.`,
    '',
  ])('never reach the disk: %j', async (key) => {
    const { root, store } = await openStore();
    await mkdir(join(root, 'u'), { recursive: true });
    const refused = { code: 'not_found' };
    await expect(store.put(key, Readable.from(['x']), limit)).rejects.toMatchObject(refused);
    await expect(store.find(key)).rejects.toMatchObject(refused);
    await store.delete(key);
    expect(() => store.read(key)).toThrow(expect.objectContaining(refused));
  });
});
