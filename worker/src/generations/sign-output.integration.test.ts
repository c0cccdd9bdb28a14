import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findLedgerProblems, type GenerationRow, listOutputs, type OutputRow } from '@atelier/db';
import { createTestFolder, ensureCertificateFiles } from '@atelier/dev-stack/testing';
import { requestHash } from '@atelier/generations';
import { readCredentials } from '@atelier/media/read-credentials';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { serveHealth } from '../process/serve-health.ts';
import { current, type Order, order, reach, readSummary } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

const worker = await openTestWorker({
  env: await ensureCertificateFiles(await createTestFolder('certificate')),
});
const { deps } = worker;
/** One frame, a tenth of a second long. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
afterEach(async () => expect(await findLedgerProblems(deps.db.pool)).toEqual([]));
afterAll(() => worker.close());

/** A generation whose result waits to be saved. */
async function answered(wanted: Order): Promise<GenerationRow> {
  const generation = await order(deps, wanted);
  await dispatchGeneration(deps, { generationId: generation.id });
  return reach(deps, generation, (row) => row.stage === 'saving');
}

const finish = ({ id: generationId }: GenerationRow, on: WorkerDeps = deps) =>
  finishGeneration(on, { generationId }, { isLastAttempt: false });

async function readStored(key: string | null): Promise<Buffer> {
  if (key === null) throw new Error('There is no file');
  return buffer(deps.store.read(key));
}

const toCredentials = async ({ content_type, storage_key }: OutputRow) =>
  readCredentials(content_type, await readStored(storage_key));
const temporaryFiles = () => readdir(deps.settings.workDir);

describe('a stored result', () => {
  it.each([
    ['an image', { kind: 'flux-schnell', prompt: 'A boat' }],
    ['a video', { prompt: 'A boat' }],
  ] satisfies [string, Order][])('says what made it, %s and its poster', async (_title, wanted) => {
    const generation = await answered(wanted);
    const [sent] = worker.emulator.control.requests('submit').slice(-1);
    await finish(generation);
    const outputs = await listOutputs(deps.db.pool, generation.id);
    expect(outputs.length).toBeGreaterThan(0);
    for (const output of outputs) {
      const made = {
        kind: generation.kind,
        endpoint: generation.provider_endpoint,
        made_at: generation.created_at.toISOString(),
        request_sha256: requestHash(sent?.input).toString('hex'),
      };
      const signed = { state: 'Valid', made, recipe: undefined, manifests: 1, hasParent: false };
      expect(await toCredentials(output)).toMatchObject(signed);
      expect(await readCredentials('image/webp', await readStored(output.poster_key))).toMatchObject(signed);
    }
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', held: 0 });
  });

  it('has the size and the hash of the signed file, and the pixels of the one that the provider made', async () => {
    const generation = await answered({ kind: 'flux-schnell', prompt: 'A boat' });
    await finish(generation);
    const [output] = await listOutputs(deps.db.pool, generation.id);
    const stored = await readStored(output?.storage_key ?? null);
    expect(output?.bytes).toBe(stored.length);
    expect(output?.sha256).toEqual(createHash('sha256').update(stored).digest());
    const original = Buffer.from(await (await fetch(output?.original_url ?? '')).arrayBuffer());
    expect(stored.length).toBeGreaterThan(original.length);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect(await pixels(stored)).toEqual(await pixels(original));
  });

  it('is a sound as well', async () => {
    deps.settings.isStoreReachable = false;
    const { user_id } = await order(deps, { prompt: 'Never sent' });
    const key = await storeUpload(deps, user_id, { content: gif, contentType: 'image/gif' });
    const generation = await answered({
      kind: 'video-to-audio',
      prompt: 'Rain',
      input: { video_url: `/media/${key}` },
    });
    await finish(generation);
    const [output] = await listOutputs(deps.db.pool, generation.id);
    if (!output) throw new Error('There is no output');
    expect(await toCredentials(output)).toMatchObject({ state: 'Valid', made: { kind: 'video-to-audio' } });
  });
});

describe('a signature', () => {
  it('leaves nothing behind when the store fails after it, and is made again', async () => {
    const generation = await answered({ kind: 'flux-schnell', prompt: 'A boat' });
    const put = () => Promise.reject(new Error('full'));
    await expect(finish(generation, { ...deps, store: { ...deps.store, put } })).rejects.toThrow();
    expect(await listOutputs(deps.db.pool, generation.id)).toEqual([]);
    expect(await temporaryFiles()).toEqual([]);
    await finish(generation);
    const [output] = await listOutputs(deps.db.pool, generation.id);
    if (!output) throw new Error('There is no output');
    expect(await toCredentials(output)).toMatchObject({ state: 'Valid', manifests: 1 });
  });

  it('leaves the result unsigned when it cannot be made, and is counted', { tags: 'each-rule' }, async () => {
    const broken = await openTestWorker({
      env: await ensureCertificateFiles(await createTestFolder('certificate')),
    });
    const generation = await order(broken.deps, { kind: 'flux-schnell', prompt: 'A boat' });
    await dispatchGeneration(broken.deps, { generationId: generation.id });
    await reach(broken.deps, generation, (row) => row.stage === 'saving');
    const { signer } = broken.deps;
    if (!signer) throw new Error('There is no signer');
    const sign: typeof signer.sign = (request) => signer.sign(request, { timeoutMs: 0 });
    await finish(generation, { ...broken.deps, signer: { ...signer, sign } });
    expect(await current(broken.deps, generation)).toMatchObject({ status: 'completed' });
    const [output] = await listOutputs(broken.deps.db.pool, generation.id);
    const path = join(broken.folder, 'files', output?.storage_key ?? '');
    expect(await readCredentials(output?.content_type ?? '', await readFile(path))).toBeUndefined();
    const metrics = await broken.deps.metrics.read();
    expect(metrics).toContain('atelier_files_signed_total{outcome="failed"} 2');
    expect(metrics).toMatch(/^atelier_signing_certificate_seconds 31\d{7}/m);
    expect(await findLedgerProblems(broken.deps.db.pool)).toEqual([]);
    await broken.close();
  });
});

it('the readiness of the worker says that it signs', async () => {
  const health = await serveHealth(deps, { HOST: '127.0.0.1', METRICS_PORT: 0, METRICS_TOKEN: undefined });
  const reply = await fetch(`http://127.0.0.1:${health?.port}/readyz`);
  expect(await reply.json()).toMatchObject({ status: 'ready', content_credentials: 'on' });
  await health?.close();
});
