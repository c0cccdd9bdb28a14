import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  findLedgerProblems,
  findUpload,
  type GenerationRow,
  insertUpload,
  listBreakers,
  touchUpload,
} from '@atelier/db';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { finalizeAsCancelled } from '@atelier/generations';
import { idOfKey, newKey, toIncomingKey } from '@atelier/storage';
import { makePng, startS3Server } from '@atelier/storage/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { sweep } from '../sweeper/sweep.ts';
import { current, deleteForGood, type Order, order, readSummary, startCredits } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import { dispatchGeneration } from './dispatch-generation.ts';

const content = makePng({ width: 512, height: 320 });
const released = { status: 'failed', settled: 0, left: startCredits, held: 0 };

/** The part of the api that fal requests: files, by signed URLs. */
async function serveMedia() {
  let deps: WorkerDeps | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const key = url.pathname.replace('/media/', '');
    const query = Object.fromEntries(url.searchParams);
    const isSigned = await deps?.store.signedAddresses?.acceptGet(key, query);
    if (deps && isSigned) deps.store.read(key).pipe(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connect: (given: WorkerDeps) => {
      deps = given;
    },
    close: () => server.close(),
  };
}

describe.each(storeDrivers)('input files on %s', async (driver) => {
  const media = await serveMedia();
  const s3 = driver === 's3' ? await startS3Server() : undefined;
  const worker = await openTestWorker({
    hasWebhook: false,
    env: { PUBLIC_URL: media.url, ...s3?.settings },
  });
  const { deps, emulator } = worker;
  media.connect(deps);
  afterEach(async () => {
    expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
    emulator.control.reset();
    deps.settings.isStoreReachable = true;
  });
  afterAll(async () => {
    await worker.close();
    media.close();
    await s3?.close();
  });

  const stored = (userId: string) => storeUpload(deps, userId, { content, contentType: 'image/png' });

  async function ordered(more: Partial<Order> = {}): Promise<{ generation: GenerationRow; key: string }> {
    const image_url = 'https://example.com/a.png';
    const generation = await order(deps, {
      kind: 'image-to-video',
      prompt: 'A boat',
      input: { image_url },
      ...more,
    });
    const key = await stored(generation.user_id);
    await setInput(generation, { ...(generation.input as object), image_url: `/media/${key}` });
    return { generation, key };
  }
  const setInput = ({ id }: GenerationRow, input: object) =>
    deps.db.pool.query('update generation set input = $2 where id = $1', [id, JSON.stringify(input)]);
  const dispatch = ({ id }: GenerationRow) => dispatchGeneration(deps, { generationId: id });
  const sentImage = () => {
    const [submission] = emulator.control.requests('submit');
    return (submission?.input as { image_url: string } | undefined)?.image_url ?? '';
  };
  const age = (key: string, hours: number) =>
    deps.db.pool.query(
      'update upload set touched_at = now() - make_interval(hours => $2) where storage_key = $1',
      [key, hours],
    );

  it('are passed to fal as signed URLs, while the generation keeps our own', async () => {
    const { generation, key } = await ordered();
    await dispatch(generation);
    const url = sentImage();
    expect(url).toContain(key);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(content);
    // The S3 server of these tests allows unsigned reads.
    const unsigned = url.split('?')[0] ?? '';
    expect((await fetch(unsigned)).ok).toBe(driver === 's3');
    expect((await current(deps, generation)).input).toMatchObject({ image_url: `/media/${key}` });
    expect((await findUpload(deps.db.pool, idOfKey(key)))?.used_at).toEqual(expect.any(Date));
    const [job] = emulator.control.jobs();
    await emulator.control.waitForPhase(job?.requestId ?? '', 'COMPLETED');
    expect(emulator.control.jobs()).toMatchObject([{ resultStatus: 200 }]);
  });

  it('are copied to the storage of fal when fal cannot reach us', async () => {
    deps.settings.isStoreReachable = false;
    const { generation, key } = await ordered();
    await dispatch(generation);
    const url = sentImage();
    expect(url.startsWith(`${emulator.url}/uploads/`)).toBe(true);
    const copy = await fetch(url);
    expect(copy.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await copy.arrayBuffer())).toEqual(content);
    expect((await current(deps, generation)).input).toMatchObject({ image_url: `/media/${key}` });
    const [upload, ...others] = emulator.control.requests('upload');
    expect(others).toEqual([]);
    const lifecycle = JSON.parse(upload?.headers['x-fal-object-lifecycle'] ?? '{}');
    const leftSeconds = (generation.deadline_at.getTime() - Date.now()) / 1000;
    expect(lifecycle.expiration_duration_seconds - leftSeconds).toBeCloseTo(24 * 3_600, -2);
  });

  it('are uploaded again later when the storage of fal is down, before anything is submitted', async () => {
    deps.settings.isStoreReachable = false;
    emulator.control.injectFault({ operation: 'upload', times: 10, status: 500 });
    const { generation } = await ordered();
    await dispatch(generation);
    expect(emulator.control.requests('submit')).toEqual([]);
    expect(await current(deps, generation)).toMatchObject({
      status: 'pending',
      submit_state: 'none',
      attempt: 1,
    });
    emulator.control.reset();
    await dispatch(generation);
    expect(sentImage()).toContain('/uploads/');
  });

  it('let the generation wait with its credits when the storage of fal refuses our account', async () => {
    deps.settings.isStoreReachable = false;
    const body = { detail: 'User is locked. Reason: Exhausted balance.' };
    emulator.control.injectFault({ operation: 'upload', times: 10, status: 403, body });
    const { generation } = await ordered();
    await dispatch(generation);
    expect(await current(deps, generation)).toMatchObject({ status: 'waiting', attempt: 1, released: 0 });
    expect(emulator.control.requests('submit')).toEqual([]);
    expect(await listBreakers(deps.db.pool)).toMatchObject([{ subject: 'account', state: 'open' }]);
    await deps.db.pool.query('delete from provider_breaker');
  });

  it('fail the generation and release its credits when one is missing', async () => {
    const { generation, key } = await ordered();
    await deps.store.delete(key);
    await dispatch(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ ...released, error: 'file_not_found' });
    expect(emulator.control.requests('submit')).toEqual([]);
  });

  it('are removed after a day when they are unused, and only then', async () => {
    const { generation, key: used } = await ordered();
    await dispatch(generation);
    const [old, fresh, arriving] = [
      await stored(generation.user_id),
      await stored(generation.user_id),
      newKey(generation.user_id, 'video/mp4'),
    ];
    const row = { id: idOfKey(arriving), userId: generation.user_id, contentType: 'video/mp4' };
    await insertUpload(deps.db.pool, { ...row, key: arriving });
    const part = toIncomingKey(arriving);
    await deps.store.put(part, Readable.from(['half']), { contentType: 'video/mp4', maxBytes: 100 });
    for (const key of [used, old, arriving]) await age(key, 25);
    await age(fresh, 23);
    await sweep(deps);
    const isThere = async (key: string) => (await deps.store.find(key)) !== undefined;
    expect([await isThere(used), await isThere(fresh)]).toEqual([true, true]);
    expect([await isThere(old), await isThere(part)]).toEqual([false, false]);
    expect(await findUpload(deps.db.pool, idOfKey(old))).toBeUndefined();
    expect(await touchUpload(deps.db.pool, old, generation.user_id)).toBeUndefined();
  });

  it('of a deleted generation are removed a day later, when no other generation uses them', async () => {
    const { generation, key } = await ordered();
    const other = await order(deps, { prompt: 'Another' });
    await dispatch(generation);
    await deps.db.pool.query('insert into upload_use (upload_id, generation_id) values ($1, $2)', [
      idOfKey(key),
      other.id,
    ]);
    const remove = async (row: GenerationRow) => {
      await finalizeAsCancelled(deps, await current(deps, row));
      await deleteForGood(deps, row);
      await deleteFiles(deps, { generationId: row.id });
    };
    const usedAt = async () => (await findUpload(deps.db.pool, idOfKey(key)))?.used_at;
    await remove(generation);
    expect(await usedAt()).toEqual(expect.any(Date));
    await remove(other);
    expect(await usedAt()).toBeNull();
    await sweep(deps);
    expect(await text(deps.store.read(key))).not.toBe('');
    await age(key, 25);
    await sweep(deps);
    expect(await deps.store.find(key)).toBeUndefined();
  });
});
