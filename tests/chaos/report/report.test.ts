import { expect, it } from 'vitest';
import type { Operation } from '../load/operation-log.ts';
import { type Life, pickUpTimes } from './record-generations.ts';
import { renderTimeline } from './render-timeline.ts';
import { countCalls, measurePickUp, type Summary } from './summarize.ts';

const life = (more: Partial<Life>): Life => ({
  id: 'g-1',
  kind: 'text-to-video',
  status: 'completed',
  createdAtMs: 0,
  endedAtMs: 9_000,
  changesAtMs: [1_000, 4_000, 9_000],
  isStuck: false,
  ...more,
});

it('a recovery lasts from the end of a fault to the next change of each generation that ran', () => {
  expect(pickUpTimes([life({})], [3_000, 8_000])).toEqual([1_000, 1_000]);
  expect(pickUpTimes([life({ createdAtMs: 3_500 })], [3_000])).toEqual([]);
  expect(pickUpTimes([life({ endedAtMs: 2_000 })], [3_000])).toEqual([]);
  expect(pickUpTimes([life({ isStuck: true })], [3_000])).toEqual([]);
});

it('the report has no percentiles without a fault', () => {
  expect(measurePickUp([life({})], [])).toEqual({ count: 0, p50: null, p99: null });
});

it('the report counts calls by their outcome and the code of their refusal', () => {
  const call = (outcome: Operation['outcome'], code?: string): Operation => {
    return {
      userId: 'u',
      action: 'submit',
      subject: 'k',
      invokedAtMs: 0,
      endedAtMs: 1,
      status: 0,
      outcome,
      code,
    };
  };
  expect(countCalls([call('ok'), call('ok'), call('fail', 'too_many_running'), call('unknown')])).toEqual({
    submit: { ok: 2, 'fail too_many_running': 1, unknown: 1 },
  });
});

it('the report draws faults, processes and generations, and lists violations as text', () => {
  const summary = {
    backend: 'postgres',
    storage: 'disk',
    seed: '<7>',
    violations: ['a < b'],
    courses: {},
  } as unknown as Summary;
  const html = renderTimeline({
    fromMs: 0,
    untilMs: 10_000,
    calmAtMs: 8_000,
    faults: [{ id: 'kill-api', target: 'api-1', beganAtMs: 2_000, endedAtMs: 3_000 }],
    upTimes: [{ name: 'api-1', fromMs: 0, untilMs: 2_000 }],
    lives: [life({})],
    samples: [],
    summary,
  });
  expect(html).toContain('<title>kill-api: api-1</title>');
  expect(html).toContain('<title>api-1 is ready</title>');
  expect(html).toContain('g-1 text-to-video: completed after 9.0 s');
  expect(html).not.toContain('<7>');
});
