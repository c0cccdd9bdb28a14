import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { CutClip, CutPlan } from '@atelier/catalog/cuts';
import type { PublicCut } from '@atelier/contract';
import {
  type CutRow,
  deleteProject,
  findGeneration,
  findLedgerProblems,
  findOwnCut,
  type GenerationRow,
  insertCut,
  insertProject,
  listDueCuts,
  listOutputs,
  markCutCancelled,
  type OutputRow,
} from '@atelier/db';
import { createTestFolder, ensureCertificateFiles } from '@atelier/dev-stack/testing';
import { readCredentials } from '@atelier/media/read-credentials';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { order, reach, readSummary } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { renderNextCut } from './render-cut.ts';
import { enqueueDueCuts } from './sweep-cuts.ts';

const worker = await openTestWorker({
  env: await ensureCertificateFiles(await createTestFolder('certificate')),
});
const { deps } = worker;
afterEach(async () => expect(await findLedgerProblems(deps.db.pool)).toEqual([]));
afterAll(() => worker.close());

type Made = { row: GenerationRow; output: OutputRow };

async function makeWork(changes: Partial<Parameters<typeof order>[1]> = {}): Promise<Made> {
  const ordered = await order(deps, { prompt: 'A harbour at dawn', ...changes });
  await dispatchGeneration(deps, { generationId: ordered.id });
  const saving = await reach(deps, ordered, (row) => row.stage === 'saving');
  await finishGeneration(deps, { generationId: saving.id }, { isLastAttempt: false });
  const [output] = await listOutputs(deps.db.pool, ordered.id);
  return { row: saving, output: output ?? expect.fail('It has no result') };
}

let first: Made;
let second: Made;
let sound: Made;
beforeAll(async () => {
  first = await makeWork();
  const userId = first.row.user_id;
  second = await makeWork({ userId });
  sound = await makeWork({ userId, kind: 'text-to-speech' });
});

const clip = ({ output }: Made, changes: Partial<CutClip> = {}): CutClip => ({
  url: `/media/${output.storage_key}`,
  start: 0,
  end: 1,
  speed: 1,
  is_reversed: false,
  repeats: 1,
  fit: 'contain',
  focus_x: 0.5,
  focus_y: 0.5,
  volume: 1,
  fade_in: 0,
  fade_out: 0,
  ...changes,
});

async function addCut(
  plan: Partial<CutPlan> & Pick<CutPlan, 'clips'>,
  of: readonly Made[] = [],
  projectId: string | null = null,
): Promise<CutRow> {
  const cut = await insertCut(deps.db.pool, {
    id: uuidv7(),
    userId: first.row.user_id,
    requestId: randomUUID(),
    plan: { shape: 'source', sound: null, caption: '', poster_seconds: null, ...plan },
    sources: of.map(({ output }) => ({ relation: 'input', field: 'clips', outputId: output.id })),
    projectId,
    maxOpen: 100,
  });
  return cut ?? expect.fail('It was refused');
}

async function addProject(userId: string): Promise<{ id: string }> {
  const project = { id: uuidv7(), userId, name: 'Harbour' };
  expect(await insertProject(deps.db, project)).toBe(true);
  return project;
}

const read = async ({ id, user_id }: CutRow) =>
  (await findOwnCut(deps.db.pool, id, user_id)) ?? expect.fail('It is gone');
const listStates = ({ id }: CutRow) =>
  worker.events
    .filter(({ name }) => name === 'cut:changed')
    .map(({ body }) => body.cut as PublicCut)
    .filter((cut) => cut.id === id)
    .map(({ state }) => state);

describe('a cut', () => {
  it('joins parts of videos into one of its own, signed with each of them as a part', async () => {
    const cut = await addCut(
      {
        clips: [clip(first, { end: 0.5 }), clip(second, { start: 1, end: 2, speed: 2 })],
        poster_seconds: 0.7,
      },
      [first, second],
    );
    await renderNextCut(deps);
    const ended = await read(cut);
    expect(ended).toMatchObject({ state: 'completed', percent: null });
    const generation = await findGeneration(deps.db.pool, ended.generation_id ?? '');
    expect(generation).toMatchObject({
      kind: 'cut',
      medium: 'video',
      status: 'completed',
      cost: 0,
      prompt: 'A harbour at dawn',
      input: cut.plan,
    });
    const [output] = await listOutputs(deps.db.pool, ended.generation_id ?? '');
    const { width, height } = first.output;
    expect(output).toMatchObject({ content_type: 'video/mp4', width, height });
    expect(output?.duration_seconds).toBeCloseTo(1, 1);
    const file = await buffer(deps.store.read(output?.storage_key ?? ''));
    expect(file.length).toBe(output?.bytes);
    const credentials = await readCredentials('video/mp4', file);
    expect(credentials).toMatchObject({ state: 'Valid', made: { kind: 'cut' }, parts: 2 });
    expect(await buffer(deps.store.read(output?.poster_key ?? ''))).not.toHaveLength(0);
    expect(listStates(cut)).toEqual(expect.arrayContaining(['running', 'completed']));
    expect(await readdir(deps.settings.workDir)).toEqual([]);
    expect(await readSummary(deps, first.row)).toMatchObject({ held: 0 });
  });

  it.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
  ] as const)('joins sounds into one as %s, which is a sound of its own', async (result, type) => {
    const cut = await addCut(
      {
        result,
        clips: [clip(sound, { end: 0.5, fade_in: 0.1 }), clip(sound, { speed: 2, is_reversed: true })],
      },
      [sound],
    );
    await renderNextCut(deps);
    const ended = await read(cut);
    expect(ended).toMatchObject({ state: 'completed' });
    const generation = await findGeneration(deps.db.pool, ended.generation_id ?? '');
    expect(generation).toMatchObject({ kind: 'cut', medium: 'audio', cost: 0, width: null, input: cut.plan });
    const [output] = await listOutputs(deps.db.pool, ended.generation_id ?? '');
    expect(output).toMatchObject({ content_type: type, poster_key: null, width: null, fps: null });
    expect(output?.duration_seconds).toBeCloseTo(1, 2);
    expect(Math.max(...(output?.peaks ?? []))).toBeGreaterThan(0);
    const file = await buffer(deps.store.read(output?.storage_key ?? ''));
    const credentials = await readCredentials(type, file);
    expect(credentials).toMatchObject({ state: 'Valid', made: { kind: 'cut' }, parts: 1 });
    expect(await readdir(deps.settings.workDir)).toEqual([]);
  });

  it('is rendered once, however often it is asked for', async () => {
    const cut = await addCut({ clips: [clip(first, { end: 0.2 })] });
    await Promise.all([renderNextCut(deps), renderNextCut(deps)]);
    await renderNextCut(deps);
    expect(await read(cut)).toMatchObject({ state: 'completed', run: 1 });
  });

  it.each([
    ['begins after its source has ended', () => [clip(first, { start: 100, end: 101 })], 'past_the_end'],
    ['names a file that is gone', () => [{ ...clip(first), url: '/media/x/gone.mp4' }], 'file_not_found'],
  ] as const)('fails when a clip %s, and costs nothing', async (_title, listClips, code) => {
    const cut = await addCut({ clips: [...listClips()] });
    await renderNextCut(deps);
    expect(await read(cut)).toMatchObject({ state: 'failed', error_code: code, generation_id: null });
    expect(listStates(cut).at(-1)).toBe('failed');
    expect(await readdir(deps.settings.workDir)).toEqual([]);
  });

  it('ends at once when it is cancelled, and leaves no file', async () => {
    const cut = await addCut({ clips: [clip(first, { end: 2, repeats: 10 })] });
    const rendering = renderNextCut(deps);
    await expect.poll(() => read(cut), { timeout: 20_000 }).toMatchObject({ state: 'running' });
    await markCutCancelled(deps.db.pool, cut.id, cut.user_id);
    await rendering;
    expect(await read(cut)).toMatchObject({ state: 'cancelled', generation_id: null });
    expect(await readdir(deps.settings.workDir)).toEqual([]);
  });

  it('goes on in another process when its worker stops', async () => {
    const cut = await addCut({ clips: [clip(first, { end: 0.5 })] });
    const stopping = new AbortController();
    stopping.abort();
    await renderNextCut(deps, stopping.signal);
    expect(await read(cut)).toMatchObject({ state: 'running', run: 1 });
    expect((await listDueCuts(deps.db.pool)).map(({ id }) => id)).toContain(cut.id);
    await renderNextCut(deps);
    expect(await read(cut)).toMatchObject({ state: 'completed', run: 2 });
  });

  it('is made in no project when its own is deleted while it is rendered', async () => {
    const { id: projectId } = await addProject(first.row.user_id);
    const cut = await addCut({ clips: [clip(first, { end: 0.2 })] }, [], projectId);
    const renderCut: typeof deps.renderer.renderCut = async (...given) => {
      await deleteProject(deps.db, first.row.user_id, projectId);
      return deps.renderer.renderCut(...given);
    };
    await renderNextCut({ ...deps, renderer: { renderCut, close: () => deps.renderer.close() } });
    const ended = await read(cut);
    expect(ended).toMatchObject({ state: 'completed', project_id: null });
    expect(await findGeneration(deps.db.pool, ended.generation_id ?? '')).toMatchObject({ project_id: null });
  });

  it('ends when every process that rendered it has died', async () => {
    const cut = await addCut({ clips: [clip(first)] });
    await deps.db.pool.query(
      `update cut set run = 10, crashes = 10, state = 'running', next_check_at = now() - interval '1 hour' where id = $1`,
      [cut.id],
    );
    await enqueueDueCuts(deps);
    expect(await read(cut)).toMatchObject({ state: 'failed', error_code: 'media_unreadable' });
    expect(listStates(cut)).toEqual(['failed']);
  });

  it('is taken up by the jobs of a worker', async () => {
    const cut = await addCut({ clips: [clip(first, { end: 0.2 })] });
    await worker.startJobs();
    await enqueueDueCuts(deps);
    await expect.poll(() => read(cut), { timeout: 20_000 }).toMatchObject({ state: 'completed' });
  });
});
