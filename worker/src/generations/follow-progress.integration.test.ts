import { findLedgerProblems, type GenerationRow } from '@atelier/db';
import { secondsToNextPoll } from '@atelier/generations';
import { generationJobId } from '@atelier/queue';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { current, order, reach, readSummary, send, startCredits, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { storeProgress } from './follow-progress.ts';

const longTimeout = { timeout: 20_000 };

describe('live progress', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await openTestWorker({ env: { FOLLOW_LIMIT: '2' } });
  });
  afterAll(() => worker.close());
  afterEach(async () => {
    expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
    worker.emulator.control.reset();
  });

  async function dispatched(prompt = 'Boat') {
    const generation = await order(worker.deps, { prompt });
    await dispatchGeneration(worker.deps, { generationId: generation.id });
    return current(worker.deps, generation);
  }
  const isOver = () => expect.poll(() => worker.deps.follower.count(), longTimeout).toBe(0);

  it('is stored and sent as it happens, over one call to fal', async () => {
    const { control } = worker.emulator;
    control.hold({ step: 'IN_PROGRESS' });
    const sent = await dispatched();
    expect(sent).toMatchObject({ status: 'processing', stage: 'queued', queue_position: expect.any(Number) });
    control.hold({ step: 'COMPLETED' });
    control.release({ step: 'IN_PROGRESS' });
    await reach(worker.deps, sent, (row) => row.stage === 'generating');
    control.release();
    await isOver();
    expect(control.counts()).toMatchObject({ submit: 1, stream: 1, status: 0 });
    const stages = worker.events
      .filter(({ userId }) => userId === sent.user_id)
      .flatMap(
        ({ body }) => (body.generation as { progress: { stage: string } } | undefined)?.progress.stage ?? [],
      );
    expect(stages.indexOf('queued')).toBeLessThan(stages.indexOf('generating'));
  });

  it('changes what is expected with the place and the stage, unless it was the first from the beginning', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    const behind = async (places: number) => {
      const { id } = await dispatched();
      const { rows } = await worker.deps.db.pool.query<GenerationRow>(
        `update generation set place_at_provider = $2, queue_position = 9, submitted_at = now() - interval '500 seconds'
          where id = $1 returning *`,
        [id, places],
      );
      return rows[0] ?? expect.fail('It is gone');
    };
    const describeExpected = async (row: GenerationRow) => (await current(worker.deps, row)).expected_seconds;
    const [fourth, first] = [await behind(3), await behind(0)];
    for (const row of [fourth, first])
      await storeProgress(worker.deps, row, { state: 'queued', queuePosition: 1 });
    expect(await describeExpected(fourth)).toBeGreaterThan(500);
    expect(await describeExpected(first)).toBe(first.expected_seconds);
    await storeProgress(worker.deps, fourth, { state: 'running', percent: null });
    expect(await current(worker.deps, fourth)).toMatchObject({
      stage: 'generating',
      accepted_seconds: fourth.accepted_seconds,
      promised_deciles: fourth.promised_deciles,
    });
    worker.emulator.control.release();
    await isOver();
  });

  it('that ends without a webhook leads to a poll soon, not after the expected time', async () => {
    const sent = await dispatched('Boat [silent]');
    await isOver();
    const { watch_run: run } = await current(worker.deps, sent);
    expect(run).toBe(1);
    const jobId = generationJobId('watch', sent.id, run);
    const job = await worker.deps.queue.queue('watch-generation').getJob(jobId);
    expect(job?.delay).toBe(10_000);
  });

  it('is followed for a limited number of generations; the others are polled', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    const sent = [await dispatched(), await dispatched(), await dispatched()];
    expect(worker.deps.follower.count()).toBe(2);
    const delays = await Promise.all(
      sent.map(async ({ id }) => {
        const job = await worker.deps.queue.queue('watch-generation').getJob(generationJobId('watch', id, 0));
        return job?.delay;
      }),
    );
    const rows = await Promise.all(sent.map((generation) => current(worker.deps, generation)));
    const readPoll = (isFollowed: boolean, { expected_seconds: expectedSeconds }: GenerationRow) =>
      secondsToNextPoll({
        elapsedSeconds: 0,
        expectedSeconds,
        deadlineSeconds: 1_000,
        hasWebhook: true,
        isFollowed,
      });
    const wanted = rows.map((row, index) => readPoll(index < 2, row));
    expect(delays.map((delay) => Math.round((delay ?? 0) / 100))).toEqual(
      wanted.map((seconds) => Math.round(seconds * 10)),
    );
    worker.emulator.control.release();
    await isOver();
  });

  it('that breaks off leaves the generation to the polls and the worker running', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    worker.emulator.control.injectFault({ operation: 'stream', times: 1, reset: true });
    const sent = await dispatched();
    await isOver();
    expect(await current(worker.deps, sent)).toMatchObject({ status: 'processing', stage: 'queued' });
    worker.emulator.control.release();
  });

  it('is no longer followed when the worker stops', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    await dispatched();
    expect(worker.deps.follower.count()).toBe(1);
    worker.deps.follower.close();
    await isOver();
    worker.emulator.control.release();
  });
});

describe('without a webhook URL that fal can reach', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await openTestWorker({ hasWebhook: false });
    await worker.startJobs();
  });
  afterAll(() => worker.close());

  it.each([
    ['Boat', 'completed', 300],
    ['Boat [fail]', 'failed', 0],
  ])('polling alone ends "%s" as %s', async (prompt, status, settled) => {
    const generation = await order(worker.deps, { prompt });
    await send(worker.deps, generation);
    await waitForEnd(worker.deps, generation);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status,
      settled,
      left: startCredits - settled,
      held: 0,
    });
    expect(worker.emulator.control.requests('submit').at(-1)?.webhookUrl).toBeUndefined();
    expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  });
});
