import type { SubmitOutcome } from '@atelier/fal';
import { expect, it, vi } from 'vitest';
import { createSubmissionGate } from './submission-gate.ts';

const accepted: SubmitOutcome = { outcome: 'accepted', requestId: 'r', queuePosition: 0 };
const held = (subject: 'account' | 'model'): SubmitOutcome => ({
  outcome: 'held',
  verdict: { subject, code: subject === 'account' ? 'account_locked' : 'model_gone', detail: 'No' },
});

/** Submissions whose answers the test gives. */
function openCalls() {
  const calls: PromiseWithResolvers<SubmitOutcome>[] = [];
  const submit = vi.fn(() => {
    const call = Promise.withResolvers<SubmitOutcome>();
    calls.push(call);
    return call.promise;
  });
  return { calls, submit };
}

it('the gate lets one submission go first after a pause, and answers for the others what holds for all', async () => {
  const { calls, submit } = openCalls();
  const gate = createSubmissionGate();
  const outcomes = Promise.all(['a', 'b', 'a'].map((endpoint) => gate.run(endpoint, submit)));
  expect(submit).toHaveBeenCalledTimes(1);
  calls[0]?.resolve(held('account'));
  expect(await outcomes).toEqual([held('account'), held('account'), held('account')]);
  expect(submit).toHaveBeenCalledTimes(1);
});

it('the gate answers for what comes shortly after a refusal, and lets a probe through', async () => {
  let nowMs = 0;
  const { calls, submit } = openCalls();
  const gate = createSubmissionGate(() => nowMs);
  const first = gate.run('a', submit);
  calls[0]?.resolve(held('account'));
  await first;
  nowMs = 4_000;
  expect(await gate.run('b', submit)).toEqual(held('account'));
  nowMs = 50_000;
  void gate.run('a', submit);
  expect(submit).toHaveBeenCalledTimes(2);
});

it('the gate lets others of another model go after a refusal by one model', async () => {
  const { calls, submit } = openCalls();
  const gate = createSubmissionGate();
  const [first, same, other] = ['a', 'a', 'b'].map((endpoint) => gate.run(endpoint, submit));
  calls[0]?.resolve(held('model'));
  expect(await first).toEqual(held('model'));
  expect(await same).toEqual(held('model'));
  await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  calls[1]?.resolve(accepted);
  expect(await other).toEqual(accepted);
});

it('the gate is open for ten seconds after an acceptance, and then lets one go first again', async () => {
  let nowMs = 0;
  const { calls, submit } = openCalls();
  const gate = createSubmissionGate(() => nowMs);
  const first = gate.run('a', submit);
  const second = gate.run('a', submit);
  calls[0]?.resolve(accepted);
  await first;
  await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  calls[1]?.resolve({ outcome: 'refused', failure: { code: 'provider_rejected', detail: null } });
  await second;
  const beside = [gate.run('a', submit), gate.run('a', submit)];
  expect(submit).toHaveBeenCalledTimes(4);
  for (const call of calls.slice(2)) call.resolve(accepted);
  await Promise.all(beside);
  nowMs = 10_001;
  void gate.run('a', submit);
  void gate.run('a', submit);
  expect(submit).toHaveBeenCalledTimes(5);
});

it('the gate lets all go when the first one has no answer', async () => {
  const { calls, submit } = openCalls();
  const gate = createSubmissionGate();
  const all = ['a', 'a', 'a'].map((endpoint) => gate.run(endpoint, submit));
  calls[0]?.resolve({ outcome: 'unknown', detail: 'Time is up' });
  await all[0];
  await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(3), { timeout: 20_000 });
  for (const call of calls.slice(1)) call.resolve(accepted);
  expect(await all[1]).toEqual(accepted);
});
