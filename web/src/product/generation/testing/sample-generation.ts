import type { PublicGeneration } from '@atelier/contract';

/** A complete generation for tests, with what the test is about changed. */
export function sampleGeneration(change: Partial<PublicGeneration> = {}): PublicGeneration {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    request_id: '0190a000-0000-7000-8000-000000000001',
    kind: 'text-to-video',
    medium: 'video',
    status: 'pending',
    revision: 1,
    prompt: 'A paper boat on a rain-soaked street',
    negative_prompt: '',
    model: 'wan-t2v',
    width: 854,
    height: 480,
    input: { prompt: 'A paper boat on a rain-soaked street', resolution: '480p' },
    adjustments: [],
    progress: {
      stage: 'reserved',
      queue_position: null,
      percent: null,
      stage_started_at: '2026-01-01T00:00:00.000Z',
      expected_seconds: 60,
    },
    can_cancel: true,
    credits: { cost: 300, held: 300, settled: 0, released: 0 },
    outputs: [],
    error: null,
    is_public: false,
    is_favorite: false,
    tags: [],
    created_at: '2026-01-01T00:00:00.000Z',
    submitted_at: null,
    finished_at: null,
    seed_used: null,
    provider_request_id: null,
    ...change,
  };
}
