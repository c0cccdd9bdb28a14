import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { CreateBatchReply, DownloadImagesReply } from '@atelier/contract';
import { newKey } from '@atelier/storage';
import { makePng } from '@atelier/storage/testing';
import { afterAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { endGeneration } from '../../testing/endings.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const settings = { LIMIT_RUNNING: '500' };
const api = await startTestApi({ settings });
afterAll(() => api.close());

const unknownId = '0198c0de-7a00-4000-8000-00000000000c';

async function create(user: TestUser, count: number): Promise<{ id: string; generations: string[] }> {
  const lines = Array.from({ length: count }, (_, index) => ({
    kind: 'flux-schnell',
    input: { prompt: `Fox number ${index + 1}` },
  }));
  const { batch, generations } = (await user.post('/api/batches', { lines })).body as CreateBatchReply;
  return { id: batch.id, generations };
}

/** Resolves to the stored file. */
async function complete(user: TestUser, id: string): Promise<Buffer> {
  const content = makePng({ width: 16, height: 16, trailer: id });
  const key = newKey(user.userId, 'image/png');
  const contentType = 'image/png';
  await api.deps.store.put(key, Readable.from([content]), { contentType, maxBytes: 1_000_000 });
  const output = { content_type: contentType, storage_key: key, bytes: content.length };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 20, error: null, output });
  return content;
}

async function listFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

it('a zip has every result of a batch of 150 lines', { tags: 'load' }, async () => {
  const user = await api.user({ credits: 10_000 });
  const { id, generations } = await create(user, 150);
  const [failed = '', running = '', trashed = ''] = generations;
  const done = generations.slice(2);
  const contents = new Map(await inLanes(done, async (each) => [each, await complete(user, each)] as const));
  await endGeneration(api.deps, failed, {
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'timeout', detail: null },
  });
  await user.post('/api/library/trash', { ids: [trashed] });
  const kept = done.slice(1).map((each) => contents.get(each) ?? Buffer.alloc(0));

  const prepared = await user.post(`/api/batches/${id}/download`);
  const { downloadUrl } = prepared.body as DownloadImagesReply;
  const reply = await user.get(downloadUrl);
  expect(reply.headers.get('content-type')).toBe('application/zip');
  const files = await listFiles(reply.bytes);
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  files.delete('manifest.json');
  const sorted = (contents: Iterable<Buffer>) => [...contents].toSorted(Buffer.compare);
  expect(
    sorted(files.values()).map((file, index) => file.equals(sorted(kept)[index] ?? file.subarray(1))),
  ).toEqual(kept.map(() => true));
  expect(manifest.files).toHaveLength(147);
  expect(manifest.missing).toEqual([
    { generation_id: trashed, reason: 'not_found' },
    { generation_id: running, reason: 'no_file' },
    { generation_id: failed, reason: 'no_file' },
  ]);
});

it('a zip of a batch that is unknown, another user’s or without a result is refused', async () => {
  const [user, other] = [await api.user(), await api.user()];
  const { id, generations } = await create(user, 2);
  const path = `/api/batches/${id}/download`;
  const nothing = refusal('not_found', 'Failed to prepare download');
  const early = await user.post(path);
  expect([early.status, early.body]).toEqual([404, nothing]);
  await complete(user, generations[0] ?? '');
  for (const reply of [await other.post(path), await user.post(`/api/batches/${unknownId}/download`)])
    expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Not found')]);
  expect((await user.post(path)).status).toBe(200);
});
