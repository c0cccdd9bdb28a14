import type { PublicGeneration, PublicProgress } from './generation.ts';

type Given = Pick<PublicGeneration, 'id' | 'kind' | 'medium' | 'created_at'> &
  Partial<Omit<PublicGeneration, 'progress'>> & { progress?: Partial<PublicProgress> };

/**
 * A generation as it is at its submission, blank but for what is given: a client's draft until the server replies, an
 * example, a test's sample. Costs nothing and has revision 0, so every event about it is newer. In a file without schemas: browsers load it with every form.
 */
export function blankGeneration({ progress, ...given }: Given): PublicGeneration {
  return {
    request_id: given.id,
    status: 'pending',
    revision: 0,
    prompt: '',
    negative_prompt: '',
    model: '',
    stood_in_for: null,
    stand_in: null,
    width: null,
    height: null,
    input: {},
    adjustments: [],
    progress: {
      stage: 'reserved',
      waiting_reason: null,
      queue_position: null,
      percent: null,
      stage_started_at: given.created_at,
      expected_seconds: 0,
      expected_most_seconds: null,
      ...progress,
    },
    can_cancel: false,
    credits: { cost: 0, held: 0, settled: 0, released: 0 },
    outputs: [],
    error: null,
    question: null,
    is_public: false,
    is_favorite: false,
    tags: [],
    project_id: null,
    batch_id: null,
    batch_line: null,
    batch_set: null,
    submitted_at: null,
    finished_at: null,
    seed_used: null,
    provider_request_id: null,
    ...given,
  };
}
