import { blankGeneration, type PublicGeneration } from '@atelier/contract';

/** A complete generation for tests, with what the test is about changed. */
export function sampleGeneration(change: Partial<PublicGeneration> = {}): PublicGeneration {
  const prompt = 'A paper boat on a rain-soaked street';
  return blankGeneration({
    id: '0190a000-0000-7000-8000-000000000001',
    kind: 'text-to-video',
    medium: 'video',
    created_at: '2026-01-01T00:00:00.000Z',
    revision: 1,
    prompt,
    model: 'wan-t2v',
    width: 854,
    height: 480,
    input: { prompt, resolution: '480p' },
    progress: { expected_seconds: 60 },
    can_cancel: true,
    credits: { cost: 300, held: 300, settled: 0, released: 0 },
    ...change,
  });
}
