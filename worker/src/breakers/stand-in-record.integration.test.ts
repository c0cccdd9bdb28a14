import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { findLedgerProblems, findOwnTakeOut, insertTakeOut, listOutputs, noteVerdict } from '@atelier/db';
import { createTestFolder, ensureCertificateFiles } from '@atelier/dev-stack/testing';
import { readCredentials } from '@atelier/media/read-credentials';
import { prepareTakeOut, type ReadyTakeOut, readArchive } from '@atelier/take-out';
import { afterAll, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { current, order, reach } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { makeStandIns } from './make-stand-ins.ts';

const worker = await openTestWorker({
  env: await ensureCertificateFiles(await createTestFolder('certificate')),
});
const { deps } = worker;
const { pool } = deps.db;
afterAll(() => worker.close());

const asked = 'flux-schnell';
const made = 'seedream-v4-5';

/** A finished image that another model made by consent. */
async function makeByStandIn() {
  await noteVerdict(pool, { subject: `kind:${asked}`, code: 'model_gone', detail: null }, 1);
  const row = await order(deps, { kind: asked, prompt: 'A boat', maxRunning: 0 });
  // Long enough that it is no probe.
  await pool.query(
    `update generation set stand_in = $2, stage_started_at = now() - interval '10 seconds' where id = $1`,
    [row.id, { kind: made, max_credits: 20 }],
  );
  await vi.waitUntil(
    async () => {
      await makeStandIns(deps);
      return (await current(deps, row)).kind === made;
    },
    { timeout: 10_000, interval: 100 },
  );
  const generationId = row.id;
  await dispatchGeneration(deps, { generationId });
  await reach(deps, row, ({ stage }) => stage === 'saving');
  await finishGeneration(deps, { generationId }, { isLastAttempt: false });
  return current(deps, row);
}

/** Files of the user's archive by name. */
async function takeOut(userId: string): Promise<Map<string, Buffer>> {
  const id = randomUUID();
  await insertTakeOut(pool, { id, userId, language: 'en', token: 'secret' });
  await prepareTakeOut({ ...deps, workDir: deps.settings.workDir }, id);
  const row = (await findOwnTakeOut(pool, id, userId)) as ReadyTakeOut & { archive_bytes: number };
  const onGone = async () => undefined;
  const bytes = await buffer(readArchive({ ...deps, onGone }, row, { start: 0, end: row.archive_bytes - 1 }));
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

it('a signed file and the archive name the model that made it and the one that it stood in for', async () => {
  const ended = await makeByStandIn();
  expect(ended).toMatchObject({ status: 'completed', kind: made, stood_in_for: asked });
  const [output] = await listOutputs(pool, ended.id);
  const stored = await buffer(deps.store.read(output?.storage_key ?? ''));
  const signed = {
    state: 'Valid',
    made: { kind: made, stood_in_for: asked, endpoint: ended.provider_endpoint },
  };
  expect(await readCredentials(output?.content_type ?? '', stored)).toMatchObject(signed);

  const files = await takeOut(ended.user_id);
  const descriptions = [...files].flatMap(([name, bytes]) =>
    name.endsWith('.json') ? [JSON.parse(bytes.toString()) as Record<string, unknown>] : [],
  );
  const description = descriptions.find(({ id }) => id === ended.id);
  expect(description).toMatchObject({ kind: made, stood_in_for: asked, credits: { charged: 20 } });
  const archived = files.get(String(description?.file));
  expect(archived?.equals(stored)).toBe(true);
  expect(await readCredentials(output?.content_type ?? '', archived ?? Buffer.alloc(0))).toMatchObject(
    signed,
  );
  expect(await findLedgerProblems(pool)).toEqual([]);
});
