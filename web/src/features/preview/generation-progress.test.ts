import type { PublicProgress } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/sample-generation.ts';
import { estimatePercent } from './generation-progress.ts';
import { steadyPercent } from './steady-percent.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const running = (change: Partial<PublicProgress>) => {
  const sample = sampleGeneration({ status: 'processing' });
  return { ...sample, progress: { ...sample.progress, ...change } };
};

describe('the progress of a job', () => {
  it('rises as the place in the queue gets better', () => {
    const at = (queue_position: number | null) =>
      estimatePercent(running({ stage: 'queued', queue_position }), startMs);
    expect(at(0)).toBeGreaterThan(at(3));
    expect(at(3)).toBeGreaterThan(at(null));
  });

  it("follows the provider's own percent while it generates", () => {
    const at = (percent: number) => estimatePercent(running({ stage: 'generating', percent }), startMs);
    expect(at(0)).toBe(15);
    expect(at(50)).toBe(55);
    expect(at(99)).toBeLessThan(97);
  });

  it('follows the expected time when the provider says nothing, and never arrives by itself', () => {
    const at = (seconds: number) =>
      estimatePercent(running({ stage: 'generating', expected_seconds: 60 }), startMs + seconds * 1000);
    expect(at(0)).toBe(15);
    expect(at(30)).toBeGreaterThan(at(10));
    expect(at(86_400)).toBeLessThanOrEqual(95);
  });

  it('falls back to one per three seconds, to 99 at most', () => {
    const at = (seconds: number) =>
      estimatePercent(running({ stage: 'generating', expected_seconds: 0 }), startMs + seconds * 1000);
    expect(at(30)).toBe(10);
    expect(at(3_000)).toBe(99);
  });

  it('says 100 only when the job has ended', () => {
    expect(estimatePercent(running({ stage: 'saving' }), startMs)).toBe(97);
    expect(estimatePercent(sampleGeneration({ status: 'completed' }), startMs)).toBe(100);
  });

  it('never goes back', () => {
    expect(steadyPercent('job', 40)).toBe(40);
    expect(steadyPercent('job', 12)).toBe(40);
    expect(steadyPercent('other', 12)).toBe(12);
  });
});
