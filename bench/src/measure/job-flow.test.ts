import { expect, it } from 'vitest';
import { createJobFlow, now } from './job-flow.ts';

it('the flow counts a job once, however often it runs, and acknowledged jobs that never ran', () => {
  const flow = createJobFlow();
  for (const id of ['run', 'twice', 'early', 'lost', 'refused']) flow.sending(id);
  flow.ran('early', now());
  for (const id of ['run', 'twice', 'early', 'lost']) flow.acknowledged(id);
  flow.refused('refused');
  flow.ran('run', now());
  flow.ran('twice', now());
  flow.ran('twice', now());
  expect(flow.take().finished).toBe(3);
  expect(flow.outstanding()).toBe(1);
  expect(flow.repeats()).toBe(1);
  expect(flow.refusals()).toBe(1);
});

it('each run counts in one window, with its time from being sent to being started', () => {
  const flow = createJobFlow();
  flow.sending('a');
  const startedAt = now() + 40;
  flow.ran('a', startedAt);
  const [pickUp] = flow.take().pickUpMs;
  expect(pickUp).toBeGreaterThanOrEqual(40);
  expect(flow.take()).toMatchObject({ finished: 0, pickUpMs: [] });
});
