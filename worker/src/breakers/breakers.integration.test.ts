import {
  acceptProviderEvent,
  findLedgerProblems,
  type GenerationRow,
  getBalance,
  listBreakers,
  listWaitingUsers,
  readLine,
  withLinePositions,
} from '@atelier/db';
import { cancelGeneration, endInLine, startWaitingGenerations } from '@atelier/generations';
import { afterAll, afterEach, expect, it } from 'vitest';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { watchGeneration } from '../generations/watch-generation.ts';
import { duties } from '../sweeper/duties.ts';
import { current, type Order, order, readSummary, startCredits } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { createSubmissionGate } from './submission-gate.ts';
import { endExpiredWaits, tendBreakers } from './tend-breakers.ts';

const worker = await openTestWorker({ env: { LIMIT_RUNNING: '2' } });
const { deps, emulator } = worker;
afterEach(async () => {
  for (const userId of await listWaitingUsers(deps.db.pool))
    await endInLine(deps, { userId, ids: 'all', status: 'cancelled', error: null });
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
  await deps.db.pool.query('delete from provider_breaker');
  emulator.control.reset();
  deps.submissionGate = createSubmissionGate();
});
afterAll(() => worker.close());

const video: Order = { prompt: 'Boat', maxRunning: 2, costCredits: 10 };
const image: Order = { kind: 'flux-schnell', prompt: 'Fox', maxRunning: 2, costCredits: 10 };
const locked = { detail: 'User is locked. Reason: Exhausted balance.' };

const refuse = (status: number, { times = 1, body }: { times?: number; body?: object } = {}) =>
  emulator.control.injectFault({ operation: 'submit', times, status, ...(body ? { body } : {}) });
const dispatch = ({ id: generationId }: GenerationRow) => dispatchGeneration(deps, { generationId });
const submitted = () => emulator.control.requests('submit').length;
const readState = async (subject: string) =>
  (await listBreakers(deps.db.pool)).find((breaker) => breaker.subject === subject)?.state;
const { run: resumeDue } = duties.find(({ name }) => name === 'due-generations') ?? expect.fail();
const change = (sql: string) => deps.db.pool.query(sql);
const statuses = (rows: readonly GenerationRow[]) =>
  Promise.all(rows.map(async (row) => (await current(deps, row)).status));

/** Lets the time pass after which the next probe is due, and what the cache knows. */
async function tend(): Promise<void> {
  await change("update provider_breaker set probe_at = now() where state = 'open'");
  deps.submissionGate = createSubmissionGate();
  deps.breakers.forget();
  await tendBreakers(deps);
}

/** Five generations of one user, of which two run. */
async function makeLine(input: Order = video): Promise<GenerationRow[]> {
  const first = await order(deps, input);
  const rows = [first];
  for (let count = 1; count < 5; count += 1)
    rows.push(await order(deps, { ...input, userId: first.user_id }));
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'waiting', 'waiting', 'waiting']);
  return rows;
}

async function listWaiting(userId: string): Promise<string[]> {
  return (await readLine(deps.db.pool, userId)).rows.map(({ id }) => id);
}

it('a locked account ends nothing: everything waits in its order with its credits, after one call', async () => {
  const rows = await makeLine();
  const [first, second] = rows as [GenerationRow, GenerationRow];
  refuse(403, { times: 100, body: locked });
  await dispatch(first);
  await dispatch(second);
  expect(submitted()).toBe(1);
  expect(await statuses(rows)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  expect(await listWaiting(first.user_id)).toEqual(rows.map(({ id }) => id));
  expect(await getBalance(deps.db.pool, first.user_id)).toMatchObject({
    available: startCredits - 50,
    held: 50,
  });
  const [shown] = await withLinePositions(deps.db.pool, [await current(deps, second)]);
  expect(shown).toMatchObject({ waiting_reason: 'provider', queue_position: 1 });
  expect((await readLine(deps.db.pool, first.user_id)).waiting_reason).toBe('provider');

  const later = await order(deps, { ...image });
  expect(later.status).toBe('waiting');
  expect(await startWaitingGenerations(deps, later.user_id)).toBe(0);
});

it('an open breaker lets one start through as a probe, and goes on in order after the first success', async () => {
  const rows = await makeLine();
  const [first, second] = rows as [GenerationRow, GenerationRow];
  refuse(403, { times: 2, body: locked });
  await dispatch(first);
  await dispatch(second);
  await tend();
  expect(await statuses(rows)).toEqual(['pending', 'waiting', 'waiting', 'waiting', 'waiting']);
  await dispatch(first);
  expect(await readState('account')).toBe('open');
  expect(await listWaiting(first.user_id)).toEqual(rows.map(({ id }) => id));
  expect(submitted()).toBe(2);

  await tend();
  await dispatch(first);
  expect(await readState('account')).toBe('ramping');
  expect(await statuses([first])).toEqual(['processing']);
  deps.breakers.forget();
  await tendBreakers(deps);
  expect(await statuses(rows)).toEqual(['processing', 'pending', 'waiting', 'waiting', 'waiting']);
  const [started] = await deps.db.pool
    .query('select ramp_starts from provider_breaker')
    .then(({ rows }) => rows);
  expect(started).toEqual({ ramp_starts: 1 });
});

it('a probe that is refused for its own input shows that the account is taken again', async () => {
  const [first, second] = [await order(deps, video), await order(deps, video)];
  refuse(403, { body: locked });
  await dispatch(first);
  await dispatch(second);
  refuse(422, { body: { detail: 'Nonsense' } });
  await tend();
  await dispatch(first);
  expect(await statuses([first])).toEqual(['failed']);
  expect(await readState('account')).toBe('ramping');
});

it('a probe that meets a busy model waits for the next one, without a call in between', async () => {
  const row = await order(deps, video);
  refuse(403, { body: locked });
  await dispatch(row);
  refuse(503);
  await tend();
  await dispatch(row);
  expect(await statuses([row])).toEqual(['waiting']);
  expect(await readState('account')).toBe('open');
  expect(submitted()).toBe(2);
});

it('a submission without an answer waits through an outage, and is made after it', async () => {
  const row = await order(deps, video);
  const sweepDue = async () => {
    await deps.db.pool.query('update generation set next_check_at = now() where id = $1', [row.id]);
    deps.breakers.forget();
    await resumeDue(deps);
  };
  emulator.control.setOutage('refuse');
  await dispatch(row);
  await sweepDue();
  await dispatch(row);
  await deps.db.pool.query("update generation set deadline_at = now() - interval '1 second' where id = $1", [
    row.id,
  ]);
  await sweepDue();
  expect(await current(deps, row)).toMatchObject({ status: 'pending', submit_state: 'unknown', attempt: 2 });
  emulator.control.setOutage(undefined);
  // The last wait for a webhook is over before the next check, which finds fal back.
  await deps.db.pool.query(
    "update generation set deadline_at = deadline_at - interval '1 minute' where id = $1",
    [row.id],
  );
  await sweepDue();
  await dispatch(row);
  expect(await statuses([row])).toEqual(['processing']);
});

it('a submission without an answer goes into its line when the account is locked, and is its probe', async () => {
  const row = await order(deps, video);
  emulator.control.setOutage('refuse');
  await dispatch(row);
  emulator.control.setOutage(undefined);
  const other = await order(deps, video);
  refuse(403, { body: locked });
  await dispatch(other);
  await cancelGeneration(deps, other.id, other.user_id);
  await deps.db.pool.query(
    "update generation set next_check_at = now(), deadline_at = now() - interval '1 second' where id = $1",
    [row.id],
  );
  deps.breakers.forget();
  await resumeDue(deps);
  await dispatch(row);
  expect(await statuses([row])).toEqual(['waiting']);
  await tend();
  await dispatch(row);
  expect(await statuses([row])).toEqual(['processing']);
});

it('what starts after an open breaker is limited to few at first, and the longest wait comes first', async () => {
  const lines: GenerationRow[] = [];
  for (let user = 0; user < 6; user += 1) lines.push(await order(deps, video));
  refuse(403, { body: locked });
  for (const row of lines) await dispatch(row);
  expect(await statuses(lines)).toEqual(Array(6).fill('waiting'));
  await change(
    "update provider_breaker set state = 'ramping', probe_at = null, ramp_started_at = now(), ramp_starts = 0",
  );
  deps.breakers.forget();
  await tendBreakers(deps);
  expect(await statuses(lines)).toEqual(['pending', 'pending', 'waiting', 'waiting', 'waiting', 'waiting']);
  await change("update provider_breaker set ramp_started_at = now() - interval '60 seconds'");
  await tendBreakers(deps);
  expect(await statuses(lines)).toEqual(Array(6).fill('pending'));
  await change("update provider_breaker set ramp_started_at = now() - interval '3 minutes'");
  await tendBreakers(deps);
  expect(await listBreakers(deps.db.pool)).toEqual([]);
});

it('a verdict while it ramps opens the breaker again, with the time of the first one', async () => {
  const row = await order(deps, video);
  refuse(403, { times: 2, body: locked });
  await dispatch(row);
  const [before] = await listBreakers(deps.db.pool);
  await change("update provider_breaker set state = 'ramping', probe_at = null, ramp_started_at = now()");
  await startWaitingGenerations(deps, row.user_id);
  deps.submissionGate = createSubmissionGate();
  await dispatch(row);
  expect(await listBreakers(deps.db.pool)).toMatchObject([{ state: 'open', since: before?.since }]);
});

it('a model that refuses four times in a row holds its own kind, and others of the user go past it', async () => {
  const sick = await order(deps, video);
  const { user_id: userId } = sick;
  const behind = await order(deps, { ...video, userId });
  const healthy = await order(deps, { ...image, userId });
  refuse(503, { times: 4 });
  for (let attempt = 0; attempt < 4; attempt += 1) await dispatch(sick);
  expect(await readState('kind:text-to-video')).toBe('open');
  await dispatch(behind);
  expect(await statuses([sick, behind, healthy])).toEqual(['waiting', 'waiting', 'pending']);
  await dispatch(healthy);
  expect(await statuses([healthy])).toEqual(['processing']);
  const [shown] = await withLinePositions(deps.db.pool, [await current(deps, sick)]);
  expect(shown?.waiting_reason).toBe('model');
  await tend();
  await dispatch(sick);
  expect(await statuses([sick])).toEqual(['processing']);
  expect(await readState('kind:text-to-video')).toBe('ramping');
});

it('a success between refusals starts their count again', async () => {
  const [row, other] = [await order(deps, video), await order(deps, video)];
  refuse(503, { times: 3 });
  for (let attempt = 0; attempt < 3; attempt += 1) await dispatch(row);
  expect(await readState('kind:text-to-video')).toBe('counting');
  await dispatch(other);
  expect(await listBreakers(deps.db.pool)).toEqual([]);
  expect(await statuses([row, other])).toEqual(['pending', 'processing']);
});

it('a refused key is probed by a call that starts nothing', async () => {
  const row = await order(deps, video);
  refuse(401, { body: { detail: 'Authentication is required' } });
  await dispatch(row);
  expect(await statuses([row])).toEqual(['waiting']);
  emulator.control.injectFault({ operation: 'status', times: 1, status: 401 });
  await tend();
  expect(await readState('account')).toBe('open');
  await tend();
  expect(await readState('account')).toBe('ramping');
  expect(await statuses([row])).toEqual(['pending']);
  expect(submitted()).toBe(1);
});

it('a model that is gone holds its kind at the first answer', async () => {
  const row = await order(deps, video);
  refuse(410, { body: { detail: 'This endpoint has been removed' } });
  await dispatch(row);
  expect(await listBreakers(deps.db.pool)).toMatchObject([
    { subject: 'kind:text-to-video', code: 'model_gone', state: 'open' },
  ]);
});

it('a refusal of the request ends the generation and opens nothing', async () => {
  const row = await order(deps, video);
  refuse(422, { body: { detail: 'Nonsense' } });
  await dispatch(row);
  expect(await readSummary(deps, row)).toMatchObject({
    status: 'failed',
    error: 'provider_rejected',
    held: 0,
  });
  expect(await listBreakers(deps.db.pool)).toEqual([]);
});

it('a result that is about our account puts the generation back, at most three times', async () => {
  const row = await order(deps, video);
  for (const status of ['waiting', 'waiting', 'waiting', 'failed']) {
    await dispatch(row);
    const error = { detail: locked.detail, http_status: 403 };
    await deps.db.pool.query(
      `update generation set stage = 'saving', provider_error = $2, provider_result = null where id = $1`,
      [row.id, error],
    );
    await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
    const [ended] = await statuses([row]);
    // It is started again at once, because no breaker is open.
    expect(ended).toBe(status === 'waiting' ? 'pending' : status);
  }
  expect(await readSummary(deps, row)).toMatchObject({ error: 'provider_locked', held: 0 });
});

it('refusals of submissions do not count as returns of results', { tags: 'each-rule' }, async () => {
  const row = await order(deps, video);
  refuse(503, { times: 3 });
  for (let attempt = 0; attempt < 4; attempt += 1) await dispatch(row);
  expect(await current(deps, row)).toMatchObject({ status: 'processing', attempt: 4 });
  await deps.db.pool.query(
    `update generation set stage = 'saving', provider_error = $2, provider_result = null where id = $1`,
    [row.id, { detail: locked.detail, http_status: 403 }],
  );
  await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  expect(await statuses([row])).toEqual(['pending']);
});

const accountError = { detail: locked.detail, http_status: 403 };
/** The provider's answer to an attempt, as its webhook brings it. */
const answer = (row: GenerationRow, attempt: number, providerRequestId: string) =>
  acceptProviderEvent(deps.db.pool, {
    generationId: row.id,
    attempt,
    providerRequestId,
    kind: 'webhook',
    bodySha256: Buffer.from(providerRequestId),
    result: null,
    error: accountError,
  });
const submissionStates = async ({ id }: GenerationRow) => {
  const { rows } = await deps.db.pool.query<{ state: string }>(
    'select state from provider_submission where generation_id = $1 order by attempt',
    [id],
  );
  return rows.map(({ state }) => state);
};

it('a late webhook of an attempt that was given up does not answer the next one', async () => {
  const row = await order(deps, { ...video, prompt: 'Boat [stuck]' });
  await dispatch(row);
  const { provider_request_id: first } = await current(deps, row);
  await deps.db.pool.query(`update generation set stage = 'saving', provider_error = $2 where id = $1`, [
    row.id,
    accountError,
  ]);
  await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  await dispatch(row);
  expect(await answer(row, 1, first ?? '')).toBeUndefined();
  expect(await current(deps, row)).toMatchObject({ stage: 'queued', attempt: 2 });
  expect(await submissionStates(row)).toEqual(['refused', 'sent']);
});

it('a repeated finish of an attempt that was given up leaves the next one alone', async () => {
  const row = await order(deps, { ...video, prompt: 'Boat [stuck]' });
  await dispatch(row);
  await deps.db.pool.query(`update generation set stage = 'saving', provider_error = $2 where id = $1`, [
    row.id,
    accountError,
  ]);
  const finish = () => finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  await finish();
  await finish();
  expect(await statuses([row])).toEqual(['pending']);
  await dispatch(row);
  await finish();
  expect(await current(deps, row)).toMatchObject({ status: 'processing', stage: 'queued' });
});

it('a return because of an earlier attempt leaves the later one to be cancelled at the provider', async () => {
  const row = await order(deps, { ...video, prompt: 'Boat [stuck]' });
  await dispatch(row);
  const { provider_request_id: first } = await current(deps, row);
  // Leaves the row as after an answer that was lost, and no webhook in time.
  await deps.db.pool.query(
    `update generation set status = 'pending', stage = 'reserved', submit_state = 'none', provider_request_id = null
      where id = $1`,
    [row.id],
  );
  await dispatch(row);
  expect(await answer(row, 1, first ?? '')).toMatchObject({ stage: 'saving' });
  await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  expect(await submissionStates(row)).toEqual(['refused', 'orphan']);
});

it('results of a model that crash five times in a row hold its kind until one is made', {
  tags: 'each-rule',
}, async () => {
  const crash = async (row: GenerationRow) => {
    await dispatch(row);
    await deps.db.pool.query(
      `update generation set stage = 'saving', provider_error = $2, provider_result = null where id = $1`,
      [row.id, { detail: [{ msg: 'The model crashed', type: 'internal_server_error' }], http_status: 500 }],
    );
    await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  };
  for (let count = 0; count < 5; count += 1) await crash(await order(deps, video));
  expect(await readState('kind:text-to-video')).toBe('open');
  const row = await order(deps, video);
  await dispatch(row);
  expect(await statuses([row])).toEqual(['waiting']);
  await tend();
  await dispatch(row);
  expect(await readState('kind:text-to-video')).toBe('open');
  const { provider_request_id } = await current(deps, row);
  await emulator.control.waitForPhase(provider_request_id ?? '', 'COMPLETED');
  await deps.db.pool.query(`update generation set stage = 'saving' where id = $1`, [row.id]);
  deps.breakers.forget();
  await finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  expect(await statuses([row])).toEqual(['completed']);
  expect(await readState('kind:text-to-video')).toBe('ramping');
});

it('what waits for the provider can be cancelled, and ends by itself after a day, with its credits back', async () => {
  const [cancelled, expired, fresh] = [
    await order(deps, video),
    await order(deps, video),
    await order(deps, video),
  ];
  refuse(403, { body: locked });
  for (const row of [cancelled, expired, fresh]) await dispatch(row);
  await cancelGeneration(deps, cancelled.id, cancelled.user_id);
  expect(await readSummary(deps, cancelled)).toMatchObject({
    status: 'cancelled',
    held: 0,
    left: startCredits,
  });
  await deps.db.pool.query(`update generation set held_since = now() - interval '25 hours' where id = $1`, [
    expired.id,
  ]);
  await endExpiredWaits(deps);
  expect(await readSummary(deps, expired)).toMatchObject({
    status: 'failed',
    error: 'provider_unavailable',
    held: 0,
    left: startCredits,
  });
  expect(await statuses([fresh])).toEqual(['waiting']);
});

it('one that its owner cancels while its submission is refused ends as cancelled, and waits for nothing', async () => {
  const row = await order(deps, video);
  refuse(403, { body: locked });
  const submit = deps.provider.submit;
  deps.provider.submit = async (submission) => {
    const outcome = await submit(submission);
    await cancelGeneration(deps, row.id, row.user_id);
    return outcome;
  };
  try {
    await dispatch(row);
  } finally {
    deps.provider.submit = submit;
  }
  expect(await current(deps, row)).toMatchObject({ status: 'pending', submit_state: 'none' });
  const { watch_run: run } = await current(deps, row);
  await watchGeneration(
    deps,
    { generationId: row.id, run },
    {
      delayUntil: () => {
        throw new Error('It is asked only once');
      },
    },
  );
  expect(await readSummary(deps, row)).toMatchObject({ status: 'cancelled', held: 0, left: startCredits });
});

it('a result that cannot be asked for is waited for beyond the deadline', { tags: 'each-rule' }, async () => {
  const row = await order(deps, video);
  await dispatch(row);
  const { provider_request_id } = await current(deps, row);
  await emulator.control.waitForPhase(provider_request_id ?? '', 'COMPLETED');
  await deps.db.pool.query(
    `update generation set stage = 'saving', provider_result = null, deadline_at = now() - interval '1 hour' where id = $1`,
    [row.id],
  );
  emulator.control.injectFault({ operation: 'result', times: 10, status: 504, body: {} });
  const finish = () => finishGeneration(deps, { generationId: row.id }, { isLastAttempt: true });
  await expect(finish()).rejects.toMatchObject({ code: 'provider_unavailable' });
  emulator.control.reset();
  expect(await statuses([row])).toEqual(['processing']);
});
