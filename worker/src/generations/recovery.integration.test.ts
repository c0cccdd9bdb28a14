import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  acceptProviderEvent,
  claimSubmission,
  findLedgerProblems,
  type GenerationRow,
  groupEnds,
  listOrphans,
  listOutputs,
  markGenerationEnded,
  readEnds,
  recordSubmission,
  requestCancellation,
} from '@atelier/db';
import { drainOutbox } from '@atelier/generations';
import { generationJobId } from '@atelier/queue';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { sweep } from '../sweeper/sweep.ts';
import {
  current,
  deleteForGood,
  type Order,
  order,
  pollOnce,
  reach,
  readSummary,
  startCredits,
} from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import { removeAbandonedFiles } from '../uploads/remove-abandoned-files.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';
import { storeFileOutput } from './store-output.ts';

// No jobs run here: the tests call each step themselves and can count what was enqueued.
let worker: TestWorker;
let deps: WorkerDeps;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = worker.deps;
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
  worker.emulator.control.reset();
  // The sweeps of the next test should find only its own generations.
  await deps.db.pool.query("update generation set next_check_at = now() + interval '1 hour'");
  await deps.db.pool.query('delete from outbox');
});

const boat = (scenario = '', more: Partial<Order> = {}) =>
  order(deps, { prompt: `Boat ${scenario}`, ...more });
const dispatch = ({ id }: GenerationRow) => dispatchGeneration(deps, { generationId: id });
const finish = (generation: GenerationRow, isLastAttempt = false, on: WorkerDeps = deps) =>
  finishGeneration(on, { generationId: generation.id }, { isLastAttempt });
const set = (generation: GenerationRow, change: string) =>
  deps.db.pool.query(`update generation set ${change} where id = $1`, [generation.id]);
const makeDue = (generation: GenerationRow) => set(generation, "next_check_at = now() - interval '1 second'");
const saved = (generation: GenerationRow) => reach(deps, generation, (row) => row.stage === 'saving');
const job = (
  name: 'dispatch-generation' | 'watch-generation' | 'finish-generation',
  step: string,
  { id }: GenerationRow,
  run: number,
) => deps.queue.queue(name).getJob(generationJobId(step, id, run));
const counted = async (name: string) =>
  Number(new RegExp(`^atelier_${name}_total (\\d+)$`, 'm').exec(await deps.metrics.read())?.[1]);
const released = { settled: 0, released: 300, left: startCredits, held: 0 };
const charged = { settled: 300, released: 0, left: startCredits - 300, held: 0 };

/** Submitted, and held at the provider. */
async function running(scenario = ''): Promise<GenerationRow> {
  worker.emulator.control.hold({ step: 'COMPLETED' });
  const generation = await boat(scenario);
  await dispatch(generation);
  const row = await current(deps, generation);
  await worker.emulator.control.waitForPhase(row.provider_request_id ?? '', 'IN_PROGRESS');
  return row;
}

describe('the outbox', () => {
  it('enqueues the job that a killed process did not enqueue', async () => {
    const generation = await boat();
    expect(await job('dispatch-generation', 'dispatch', generation, 0)).toBeUndefined();
    await drainOutbox(deps, 0);
    expect((await job('dispatch-generation', 'dispatch', generation, 0))?.data).toEqual({
      generationId: generation.id,
    });
    const { rows } = await deps.db.pool.query('select from outbox');
    expect(rows).toEqual([]);
  });

  it('sends the event of an end that could not be sent at first', async () => {
    const generation = await boat();
    await set(generation, "deadline_at = now() - interval '1 second'");
    await makeDue(generation);
    const unreachable = { ...deps, realtime: { ...deps.realtime, emitToUser: async () => false } };
    await sweep(unreachable);
    await drainOutbox(unreachable, 0);
    expect(await current(deps, generation)).toMatchObject({ status: 'failed' });
    const kept = async () => (await deps.db.pool.query('select key from outbox')).rows;
    expect(await kept()).toEqual([{ key: `changed:${generation.id}` }]);
    worker.events.length = 0;
    await drainOutbox(deps, 0);
    expect(worker.events).toMatchObject([
      { name: 'generation:changed', body: { generation: { id: generation.id, status: 'failed' } } },
      { name: 'credits:changed', body: { left_credits: startCredits } },
    ]);
    expect(await kept()).toEqual([]);
  });

  it('enqueues the finish job of an answer that was stored by a process that then died', async () => {
    const generation = await boat();
    const claimed = await claimSubmission(deps.db.pool, generation.id, randomBytes(32));
    const stored = await acceptProviderEvent(deps.db.pool, {
      generationId: generation.id,
      attempt: claimed?.attempt ?? 0,
      providerRequestId: generation.id,
      kind: 'webhook',
      bodySha256: randomBytes(32),
      result: {},
      error: null,
    });
    expect(stored).toBeDefined();
    await drainOutbox(deps, 0);
    expect(await job('finish-generation', 'finish', generation, 0)).toBeDefined();
  });

  it('sends the event of an end, and the balance', async () => {
    const generation = await boat();
    await markGenerationEnded(deps.db.pool, {
      generationId: generation.id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    await drainOutbox(deps, 0);
    expect(worker.events.filter(({ userId }) => userId === generation.user_id)).toMatchObject([
      { name: 'generation:changed', body: { generation: { id: generation.id, status: 'cancelled' } } },
      { name: 'credits:changed', body: { left_credits: startCredits, held_credits: 0 } },
    ]);
  });

  it('leaves recent messages to their writer', async () => {
    const generation = await boat();
    await drainOutbox(deps, 60);
    expect(await job('dispatch-generation', 'dispatch', generation, 0)).toBeUndefined();
  });

  it('sends the other messages when one cannot be sent', async () => {
    const generation = await boat();
    await deps.db.pool.query(
      `insert into outbox (key, topic, payload, created_at)
       values ('bad', 'job', '{"name": "dispatch-generation", "generationId": "nonsense"}', now() - interval '1 hour'),
              ('old', 'job', '{"name": "no-such-job", "generationId": "x"}', now() - interval '1 hour')`,
    );
    await drainOutbox(deps, 0);
    expect(await job('dispatch-generation', 'dispatch', generation, 0)).toBeDefined();
    const { rows } = await deps.db.pool.query('select key from outbox');
    expect(rows).toEqual([{ key: 'bad' }]);
  });
});

describe('the sweeper', () => {
  it('restores a lost dispatch job, under a job id that is new to the queue', async () => {
    const generation = await boat();
    await makeDue(generation);
    await sweep(deps);
    expect(await job('dispatch-generation', 'dispatch', generation, 1)).toBeDefined();
    await makeDue(generation);
    await sweep(deps);
    expect(await job('dispatch-generation', 'dispatch', generation, 2)).toBeDefined();
  });

  it('restores a lost watch job', async () => {
    const before = await counted('jobs_lost');
    const generation = await running();
    await makeDue(generation);
    await sweep(deps);
    expect(await job('watch-generation', 'watch', generation, 1)).toBeDefined();
    expect(await counted('jobs_lost')).toBe(before + 1);
    worker.emulator.control.release();
  });

  it('restores a lost finish job at most once a minute', async () => {
    const generation = await boat();
    await dispatch(generation);
    await saved(generation);
    for (let round = 0; round < 3; round += 1) {
      await makeDue(generation);
      await sweep(deps);
    }
    const jobs = await deps.queue.queue('finish-generation').getJobs();
    const again = jobs.map(({ id }) => id).filter((id) => id?.includes(`${generation.id}-finish-again`));
    expect(again).toEqual([generationJobId('finish-again', generation.id, 0)]);
  });

  it('counts what has ended for the status of the models', async () => {
    const kind = 'image-to-video-pro';
    const generation = await boat();
    const error = { code: 'timeout' as const, detail: null };
    await markGenerationEnded(deps.db.pool, {
      generationId: generation.id,
      status: 'failed',
      chargeCredits: 0,
      error,
    });
    await set(generation, `kind = '${kind}', finished_at = now() - interval '2 minutes'`);
    await deps.db.pool.query(`update kind_hour_mark set counted_to = now() - interval '1 hour'`);
    await sweep(deps);
    expect((await readEnds(deps.db.pool)).get(kind)?.day).toMatchObject({ failed: 1, returned: 1 });
  });

  it('resumes the other generations when one cannot be resumed', async () => {
    const [broken, healthy] = [await boat(), await boat()];
    await set(broken, "deadline_at = now() - interval '1 second'");
    await makeDue(broken);
    await makeDue(healthy);
    const realtime = { ...deps.realtime, emitToUser: () => Promise.reject(new Error('too large')) };
    await sweep({ ...deps, realtime });
    expect(await job('dispatch-generation', 'dispatch', healthy, 1)).toBeDefined();
  });

  it('fails a generation that was not submitted before its deadline', async () => {
    const generation = await boat();
    await set(generation, "deadline_at = now() - interval '1 second'");
    await makeDue(generation);
    await sweep(deps);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'timeout',
      ...released,
    });
  });
});

describe('the audit log', () => {
  it('loses the address and browser of an event after AUDIT_ORIGIN_DAYS, and never the event', async () => {
    expect(deps.settings.auditOriginDays).toBe(90);
    await deps.db.pool.query(
      `insert into audit_event (name, actor, address, user_agent, created_at)
       select 'sign_in', 'user', '192.0.2.1', 'Firefox', now() - days * interval '1 day' from unnest(array[89, 91]) days`,
    );
    await sweep(deps);
    const { rows } = await deps.db.pool.query(
      'select address, user_agent from audit_event order by created_at',
    );
    expect(rows).toEqual([
      { address: null, user_agent: null },
      { address: '192.0.2.1', user_agent: 'Firefox' },
    ]);
  });
});

describe('a submission whose answer was lost', () => {
  it('waits for the webhook, is sent once more, and then releases the credits', async () => {
    const before = await counted('submissions_unanswered');
    const generation = await boat('[lost] [silent]');
    await dispatch(generation);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'unknown', attempt: 1 });
    await makeDue(generation);
    await sweep(deps);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'none', attempt: 1 });
    expect(await job('dispatch-generation', 'dispatch', generation, 1)).toBeDefined();
    await dispatch(generation);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'unknown', attempt: 2 });
    await makeDue(generation);
    await sweep(deps);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'submission_lost',
      ...released,
    });
    expect(worker.emulator.control.counts().submit).toBe(2);
    expect(await counted('submissions_unanswered')).toBe(before + 2);
  });

  it('is treated as lost when the process died between the call and the answer', async () => {
    const generation = await boat();
    await claimSubmission(deps.db.pool, generation.id, randomBytes(32));
    await makeDue(generation);
    await sweep(deps);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'unknown' });
    await makeDue(generation);
    await sweep(deps);
    await dispatch(generation);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'sent', attempt: 2 });
  });

  it('waits 45 s in all for the webhook when its process died: the lease and the rest', async () => {
    const generation = await boat();
    const checkInSeconds = async () => {
      const { rows } = await deps.db.pool.query<{ seconds: number }>(
        'select extract(epoch from next_check_at - now())::float8 as seconds from generation where id = $1',
        [generation.id],
      );
      return rows[0]?.seconds;
    };
    await claimSubmission(deps.db.pool, generation.id, randomBytes(32));
    const leaseSeconds = await checkInSeconds();
    await makeDue(generation);
    await sweep(deps);
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'unknown' });
    const restSeconds = await checkInSeconds();
    expect([leaseSeconds, restSeconds].map((seconds) => Math.ceil((seconds ?? 0) / 5) * 5)).toEqual([20, 25]);
  });

  it('keeps its lease for as long as its inputs are handed over', async () => {
    const generation = await boat();
    const submitted = Promise.withResolvers<never>();
    const slow = { ...deps, provider: { ...deps.provider, submit: () => submitted.promise } };
    const dispatched = dispatchGeneration(slow, { generationId: generation.id });
    await reach(deps, generation, (row) => row.submit_state === 'sending');
    await makeDue(generation);
    await reach(deps, generation, (row) => row.next_check_at > new Date());
    submitted.reject(new Error('The process is stopped'));
    await expect(dispatched).rejects.toThrow('The process is stopped');
    expect(await current(deps, generation)).toMatchObject({ submit_state: 'sending', attempt: 1 });
  });

  it('has its second attempt cancelled at fal when the first one delivers a result', async () => {
    worker.emulator.control.hold({ step: 'COMPLETED' });
    const generation = await boat('[lost]');
    await dispatch(generation);
    const [first] = worker.emulator.control.requests('submit');
    await makeDue(generation);
    await sweep(deps);
    // The second submission gets an answer.
    await set(generation, `input = '${JSON.stringify({ ...(generation.input as object), prompt: 'Boat' })}'`);
    await dispatch(generation);
    const second = await current(deps, generation);
    worker.emulator.control.release({ requestId: first?.requestId });
    const answered = await saved(generation);
    expect(answered.provider_request_id).toBe(first?.requestId);
    expect(second.provider_request_id).not.toBe(first?.requestId);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
    await sweep(deps);
    expect(worker.emulator.control.job(second.provider_request_id ?? '')).toMatchObject({
      isCancelled: true,
    });
    expect(await listOrphans(deps.db.pool)).toEqual([]);
    const { rows } = await deps.db.pool.query(
      'select attempt, state from provider_submission where generation_id = $1 order by attempt',
      [generation.id],
    );
    expect(rows).toEqual([
      { attempt: 1, state: 'sent' },
      { attempt: 2, state: 'orphan_cancelled' },
    ]);
  });

  it('is an orphan when its answer arrives after the end, and is cancelled once fal is reachable', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    const generation = await boat();
    const claimed = await claimSubmission(deps.db.pool, generation.id, randomBytes(32));
    const outcome = await deps.provider.submit({
      endpoint: generation.provider_endpoint,
      input: { prompt: 'Boat' },
      deadlineAt: generation.deadline_at,
    });
    if (!claimed || outcome.outcome !== 'accepted') throw new Error('Not accepted');
    await markGenerationEnded(deps.db.pool, {
      generationId: generation.id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    await recordSubmission(deps.db.pool, {
      generationId: generation.id,
      attempt: 1,
      providerRequestId: outcome.requestId,
      queuePosition: null,
      expectedSeconds: 60,
      expectedMostSeconds: 60,
      nextCheckSeconds: 20,
    });
    worker.emulator.control.injectFault({ operation: 'cancel', times: 1, status: 500 });
    await sweep(deps);
    expect(await listOrphans(deps.db.pool)).toHaveLength(1);
    await sweep(deps);
    expect(await listOrphans(deps.db.pool)).toEqual([]);
    expect(worker.emulator.control.job(outcome.requestId)).toMatchObject({ isCancelled: true });
  });
});

describe('the deadline', () => {
  it('releases the credits, cancels at fal, and is not undone by a late result', async () => {
    const generation = await running('[uncancellable]');
    await set(generation, "deadline_at = now() - interval '1 second'");
    expect(await pollOnce(deps, generation)).toMatchObject({ isAgain: false });
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'timeout',
      ...released,
    });
    await sweep(deps);
    expect(worker.emulator.control.counts().cancel).toBe(1);
    worker.emulator.control.release();
    await expect
      .poll(() => worker.emulator.control.webhooks().map(({ status }) => status), { timeout: 20_000 })
      .toEqual([200]);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'failed', ...released });
  });

  it('applies to a request that never leaves the queue of fal', async () => {
    const generation = await boat('[stuck]');
    await dispatch(generation);
    await set(generation, "deadline_at = now() - interval '1 second'");
    await pollOnce(deps, generation);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'timeout',
      ...released,
    });
    await sweep(deps);
    const { provider_request_id } = await current(deps, generation);
    expect(worker.emulator.control.job(provider_request_id ?? '')).toMatchObject({ isCancelled: true });
  });

  it('says nothing while fal is unreachable, until the wait for fal ends', async () => {
    const generation = await running();
    await set(generation, "deadline_at = now() - interval '1 second'");
    worker.emulator.control.injectFault({ operation: 'status', times: 2, status: 403 });
    await pollOnce(deps, generation);
    expect(await current(deps, generation)).toMatchObject({ status: 'processing', finished_at: null });
    await set(generation, "deadline_at = now() - interval '1 day 1 second'");
    await pollOnce(deps, generation);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'timeout',
      ...released,
    });
  });

  it('accepts a result that the last poll finds', async () => {
    const generation = await boat('[silent]');
    await dispatch(generation);
    const { provider_request_id } = await current(deps, generation);
    await worker.emulator.control.waitForPhase(provider_request_id ?? '', 'COMPLETED');
    await set(generation, "deadline_at = now() - interval '1 second'");
    await pollOnce(deps, generation);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });

  it('is followed by a poll soon after it has passed', async () => {
    const generation = await running();
    await set(
      generation,
      "deadline_at = now() + interval '5 seconds', submitted_at = now() - interval '10 minutes'",
    );
    const { inSeconds } = await pollOnce(deps, generation);
    expect(inSeconds).toBeLessThan(7);
    worker.emulator.control.release();
  });
});

describe('a cancellation', () => {
  const cancel = async (generation: GenerationRow) => {
    const requested = await requestCancellation(deps.db.pool, generation.id, generation.user_id);
    if (!requested) throw new Error('Too late to cancel');
  };

  it('is free while the request is in the queue of fal', async () => {
    worker.emulator.control.hold({ step: 'IN_PROGRESS' });
    const generation = await boat();
    await dispatch(generation);
    await cancel(generation);
    expect(await pollOnce(deps, generation)).toMatchObject({ isAgain: false });
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'cancelled',
      error: null,
      ...released,
    });
    const { provider_request_id } = await current(deps, generation);
    expect(worker.emulator.control.job(provider_request_id ?? '')).toMatchObject({ isCancelled: true });
  });

  it('during the submission waits for the request id', async () => {
    const generation = await boat();
    await claimSubmission(deps.db.pool, generation.id, randomBytes(32));
    await cancel(generation);
    expect(await pollOnce(deps, generation)).toMatchObject({ isAgain: true });
    await set(generation, "cancel_requested_at = now() - interval '31 seconds'");
    await pollOnce(deps, generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'cancelled', ...released });
  });

  it('of a running request ends it when fal confirms', async () => {
    const generation = await running();
    await cancel(generation);
    expect(await pollOnce(deps, generation)).toMatchObject({ isAgain: true });
    await worker.emulator.control.waitForPhase(generation.provider_request_id ?? '', 'COMPLETED');
    await pollOnce(deps, generation);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'cancelled',
      error: null,
      ...released,
    });
  });

  it('charges a request that delivers its result anyway', async () => {
    const generation = await running('[uncancellable]');
    await cancel(generation);
    expect(await pollOnce(deps, generation)).toMatchObject({ isAgain: true });
    worker.emulator.control.release();
    await saved(generation);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });

  it('releases the credits when the request does not end in time', async () => {
    const generation = await running('[uncancellable]');
    await cancel(generation);
    await set(generation, "cancel_requested_at = now() - interval '31 seconds'");
    await pollOnce(deps, generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'cancelled', ...released });
    worker.emulator.control.release();
  });

  it('is too late for a request that has ended, which is charged', async () => {
    const generation = await boat('[silent]');
    await dispatch(generation);
    const { provider_request_id } = await current(deps, generation);
    await worker.emulator.control.waitForPhase(provider_request_id ?? '', 'COMPLETED');
    await cancel(generation);
    await pollOnce(deps, generation);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });

  it('does not wait for an unreachable fal, and is repeated there later', async () => {
    const generation = await running();
    await cancel(generation);
    const unreachable = { operation: 'status', times: 1, status: 403 } as const;
    worker.emulator.control.injectFault(unreachable);
    await expect(pollOnce(deps, generation)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await set(generation, "cancel_requested_at = now() - interval '31 seconds'");
    worker.emulator.control.injectFault(unreachable);
    await pollOnce(deps, generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'cancelled', ...released });
    await sweep(deps);
    expect(worker.emulator.control.job(generation.provider_request_id ?? '')).toMatchObject({
      isCancelled: true,
    });
  });
});

describe('saving a result', () => {
  const files = async () =>
    (await readdir(`${deps.settings.workDir}/..`, { recursive: true })).filter(
      (name) => /(files|work)\/.*\.\w+$/.test(name) && !name.includes('emulator'),
    );
  const keyCount = async () => (await files()).length;

  async function answered(scenario = '', more: Partial<Order> = {}): Promise<GenerationRow> {
    const generation = await boat(scenario, more);
    await dispatch(generation);
    return saved(generation);
  }

  it('is retried while the storage fails, and completes nothing before', async () => {
    const generation = await answered();
    const before = await keyCount();
    const failing: WorkerDeps = {
      ...deps,
      store: {
        ...deps.store,
        put: () => Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
      },
    };
    const failuresBefore = await counted('saving_failures');
    for (const isLastAttempt of [false, false, true]) {
      await expect(finish(generation, isLastAttempt, failing)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await counted('saving_failures')).toBe(failuresBefore + 3);
    expect(await current(deps, generation)).toMatchObject({ status: 'processing', stage: 'saving' });
    expect(await keyCount()).toBe(before);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'completed',
      outputs: 1,
      ...charged,
    });
  });

  it('leaves no file behind when only some of them could be stored', async () => {
    const generation = await answered();
    const before = await keyCount();
    let puts = 0;
    const put: WorkerDeps['store']['put'] = (key, source, options) => {
      puts += 1;
      return puts === 2 ? Promise.reject(new Error('503')) : deps.store.put(key, source, options);
    };
    await expect(finish(generation, false, { ...deps, store: { ...deps.store, put } })).rejects.toThrow();
    await finish(generation);
    await deps.db.pool.query("update file_write set created_at = now() - interval '21 minutes'");
    await removeAbandonedFiles(deps);
    expect(await keyCount()).toBe(before + 2);
  });

  it('fails at the deadline and releases the credits', async () => {
    const generation = await answered();
    await set(generation, "deadline_at = now() - interval '1 second'");
    const failing: WorkerDeps = {
      ...deps,
      store: { ...deps.store, put: () => Promise.reject(new Error('503')) },
    };
    await expect(finish(generation, false, failing)).rejects.toThrow();
    await finish(generation, true, failing);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'result_copy_failed',
      outputs: 0,
      ...released,
    });
  });

  it('is retried while the file cannot be fetched, whatever the attempt', async () => {
    const generation = await answered();
    worker.emulator.control.injectFault({ operation: 'file', times: 1, status: 503 });
    await expect(finish(generation, true)).rejects.toMatchObject({ code: 'provider_unavailable' });
    worker.emulator.control.injectFault({ operation: 'file', times: 1, reset: true });
    await expect(finish(generation, true)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });

  it('fails when the file is still missing at the last attempt', async () => {
    const generation = await answered('[gone]');
    await expect(finish(generation)).rejects.toMatchObject({ code: 'result_copy_failed' });
    await finish(generation, true);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'result_copy_failed',
      ...released,
    });
  });

  it('delivers the other images when one cannot be fetched', async () => {
    const generation = await answered('', {
      kind: 'flux-schnell',
      prompt: 'Fox',
      input: { image_size: 'square', num_images: 2 },
    });
    worker.emulator.control.injectFault({ operation: 'file', times: 1, status: 404 });
    await finish(generation, true);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'partial',
      settled: 8,
      released: 8,
      outputs: 1,
    });
  });

  it('counts an image that another worker stores between the last look and the end', async () => {
    const generation = await answered('', {
      kind: 'flux-schnell',
      prompt: 'Fox',
      input: { image_size: 'square', num_images: 2 },
    });
    const { images } = generation.provider_result as { images: { url: string }[] };
    /** Both are asked for at once, and either can be the one that is not found. */
    const storeMissing = async () => {
      const stored = (await listOutputs(deps.db.pool, generation.id)).map((output) => output.position);
      const position = [0, 1].find((each) => !stored.includes(each)) ?? expect.fail();
      const file = { url: images[position]?.url ?? '', isFlagged: false };
      await storeFileOutput(deps, generation, { position, file });
    };
    let others = 0;
    const query = async (...statement: Parameters<typeof deps.db.pool.query>) => {
      const { name } = statement[0] as { name?: string };
      if (name?.startsWith('mark-generation-ended') && others++ === 0) await storeMissing();
      return deps.db.pool.query(...statement);
    };
    const pool = new Proxy(deps.db.pool, {
      get: (target, property) => (property === 'query' ? query : Reflect.get(target, property)),
    });
    worker.emulator.control.injectFault({ operation: 'file', times: 1, status: 404 });
    const endGeneration = groupEnds(pool);
    await finish(generation, true, { ...deps, endGeneration, db: { ...deps.db, pool } });
    expect(others).toBeGreaterThan(1);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'completed',
      settled: 16,
      released: 0,
      outputs: 2,
    });
  });

  it.each(['http://127.0.0.1:9/secret.mp4', 'http://169.254.169.254/latest', 'file:///etc/passwd'])(
    'never requests %s, and fails at once',
    async (url) => {
      const generation = await answered();
      await set(generation, `provider_result = '${JSON.stringify({ video: { url } })}'`);
      await finish(generation);
      expect(await readSummary(deps, generation)).toMatchObject({
        status: 'failed',
        error: 'result_url_rejected',
        ...released,
      });
    },
  );

  it.each([{}, { video: null }, { video: 7 }, [], 'text', { video: { url: 5 } }])(
    'fails for a result like %j',
    async (result) => {
      const generation = await answered();
      await set(generation, `provider_result = '${JSON.stringify(result)}'`);
      await finish(generation);
      expect(await readSummary(deps, generation)).toMatchObject({
        status: 'failed',
        error: 'no_output',
        ...released,
      });
    },
  );

  it('fails for a file that is not a video', async () => {
    const generation = await answered();
    const page = `${worker.emulator.url}/rest.fal.ai/.well-known/jwks.json`;
    await set(generation, `provider_result = '${JSON.stringify({ video: { url: page } })}'`);
    await finish(generation, true);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'failed',
      error: 'result_copy_failed',
      ...released,
    });
  });

  it('is done once when two jobs run for it', async () => {
    const generation = await answered();
    await Promise.all([finish(generation), finish(generation)]);
    expect(await readSummary(deps, generation)).toMatchObject({
      status: 'completed',
      outputs: 1,
      ...charged,
    });
    expect(worker.emulator.control.counts().file).toBe(1);
  });

  it('keeps the sweeper from resuming it meanwhile', async () => {
    const generation = await answered();
    await makeDue(generation);
    const reached = Promise.withResolvers<void>();
    const mayContinue = Promise.withResolvers<void>();
    const put: WorkerDeps['store']['put'] = async (key, source, options) => {
      reached.resolve();
      await mayContinue.promise;
      return deps.store.put(key, source, options);
    };
    const finishing = finish(generation, false, { ...deps, store: { ...deps.store, put } });
    await reached.promise;
    await sweep(deps);
    expect(await job('finish-generation', 'finish-again', generation, 0)).toBeUndefined();
    mayContinue.resolve();
    await finishing;
  });

  it('fetches a result that the webhook did not carry, until fal has an answer', async () => {
    const generation = await answered('[null]');
    worker.emulator.control.injectFault({ operation: 'result', times: 1, status: 408 });
    await expect(finish(generation, true)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });

  it('is followed by the removal of its files when the generation was deleted for good', async () => {
    const generation = await answered();
    const before = await keyCount();
    await deleteFiles(deps, { generationId: generation.id });
    await finish(generation);
    expect(await keyCount()).toBe(before + 2);
    await deleteForGood(deps, generation);
    for (let round = 0; round < 2; round += 1) await deleteFiles(deps, { generationId: generation.id });
    expect(await keyCount()).toBe(before);
  });
});

describe('a dispatch while fal is down', () => {
  it('is repeated with a growing backoff until it is accepted', async () => {
    const generation = await boat();
    worker.emulator.control.injectFault({ operation: 'submit', times: 2, status: 503 });
    await dispatch(generation);
    await dispatch(generation);
    expect(await current(deps, generation)).toMatchObject({
      status: 'pending',
      submit_state: 'none',
      attempt: 2,
    });
    const delays = await Promise.all(
      [1, 2].map(async (run) => (await job('dispatch-generation', 'dispatch-again', generation, run))?.delay),
    );
    expect(delays).toEqual([2_000, 5_000]);
    await dispatch(generation);
    await saved(generation);
    await finish(generation);
    expect(await readSummary(deps, generation)).toMatchObject({ status: 'completed', ...charged });
  });
});
