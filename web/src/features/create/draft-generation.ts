import type { Kind, KindInput } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';

type DraftOptions = { kind: Kind; input: KindInput; requestId: string; isPublic: boolean };

/** The record to show until the server's own arrives. Revision 0, so that any news of it is newer. */
export function draftGeneration({ kind, input, requestId, isPublic }: DraftOptions): PublicGeneration {
  const { model, width = null, height = null, prompt = input.prompt } = kind.columns(input);
  const now = new Date().toISOString();
  const cost = kind.price(input).costCredits;
  return {
    id: requestId,
    request_id: requestId,
    kind: kind.id,
    medium: kind.medium,
    status: 'pending',
    revision: 0,
    prompt: String(prompt ?? ''),
    negative_prompt: String(input.negative_prompt ?? ''),
    model,
    width,
    height,
    input,
    adjustments: [],
    progress: {
      stage: 'reserved',
      queue_position: null,
      percent: null,
      stage_started_at: now,
      expected_seconds: kind.expectedSeconds(input),
    },
    can_cancel: false,
    credits: { cost, held: cost, settled: 0, released: 0 },
    outputs: [],
    error: null,
    is_public: isPublic,
    is_favorite: false,
    tags: [],
    created_at: now,
    submitted_at: null,
    finished_at: null,
    seed_used: null,
    provider_request_id: null,
  };
}
