import * as z from 'zod/mini';
import { medium } from './medium.ts';
import { question } from './questions.ts';
import { standInConsent } from './stand-in.ts';

/** One lifecycle for every kind; `partial` is for images only. */
export const generationStatuses = [
  'waiting',
  'pending',
  'processing',
  'completed',
  'failed',
  'partial',
  'cancelled',
] as const;
export const generationStatus = z.enum(generationStatuses);
export type GenerationStatus = z.infer<typeof generationStatus>;

/** Accepted and not ended: `waiting` for a place in its user's line, or started. */
const open: readonly GenerationStatus[] = ['waiting', 'pending', 'processing'];

export function isTerminal(status: GenerationStatus): boolean {
  return !open.includes(status);
}

/**
 * Where a generation is. `waiting`: credits held, in its user's line. `reserved`: started, not yet with the provider.
 * `queued`: waits there. `generating`: the model works. `saving`: files are being copied. `cancelling`: cancellation
 * asked for.
 */
export const generationStage = z.enum([
  'waiting',
  'reserved',
  'queued',
  'generating',
  'saving',
  'cancelling',
  'done',
]);
export type GenerationStage = z.infer<typeof generationStage>;

/**
 * Why a generation that waits does not start: those ahead of it, and those that run, have the places; its owner has paused
 * the line; the account owes credits of payments that went back; the provider takes no work from this site; its model does not.
 */
export const waitingReason = z.enum(['place', 'paused', 'debt', 'provider', 'model']);
export type WaitingReason = z.infer<typeof waitingReason>;

export const progress = z.object({
  stage: generationStage,
  /** Reason to wait in its user's line; null when it does not wait there, and in events. */
  waiting_reason: z.nullable(waitingReason),
  /** How many are ahead, 0-based: of the user's own while it waits, then in the provider's queue; null when unknown. */
  queue_position: z.nullable(z.int()),
  /** 0 to 99 from the provider's own logs; null when it gives no signal. */
  percent: z.nullable(z.int()),
  /** ISO times of entering the present stage and of the last signal. */
  stage_started_at: z.nullable(z.string()),
  /** Seconds from submission to result: half of all like it take no longer, nine of ten no longer than the second (or null). */
  expected_seconds: z.number(),
  expected_most_seconds: z.nullable(z.number()),
});

export const output = z.object({
  id: z.string(),
  url: z.nullable(z.string()),
  poster_url: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  content_type: z.string(),
  bytes: z.nullable(z.number()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration_seconds: z.nullable(z.number()),
  fps: z.nullable(z.number()),
  text: z.nullable(z.string()),
  /** Loudness from beginning to end in equal steps, 0 to 1, for a waveform; only sounds have it. */
  peaks: z.optional(z.array(z.number())),
  is_flagged: z.boolean(),
  original_url: z.nullable(z.string()),
});

const adjustment = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  reason: z.string(),
});

/** The model's error about one field; `field` is our own name of it, `index` the entry of a list, from 0. */
const fieldReason = z.object({ field: z.string(), message: z.string(), index: z.optional(z.int()) });
export type FieldReason = z.infer<typeof fieldReason>;

const failure = z.object({
  code: z.string(),
  /** Our own sentence for the code. */
  message: z.string(),
  /** The model's own words, in its language, without addresses; null when it said nothing that is for its user. */
  reason: z.nullable(z.string()),
  /** The fields that the model named. */
  fields: z.array(fieldReason),
});

/** A generation as its owner sees it; the body of `generation:changed` and of every list row. */
export const generation = z.object({
  id: z.string(),
  /** The public id of the submission; the same as `id`. */
  request_id: z.string(),
  kind: z.string(),
  medium,
  status: generationStatus,
  /** Raised at every change; a client ignores a generation with a lower revision than its own. */
  revision: z.int(),
  prompt: z.string(),
  negative_prompt: z.string(),
  model: z.string(),
  /** The kind that was asked for, when another one made it in its place by the owner's consent; null otherwise. */
  stood_in_for: z.nullable(z.string()),
  /** Consent to another kind while its model is down, as it was given; null: it waits. */
  stand_in: z.nullable(standInConsent),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  input: z.record(z.string(), z.unknown()),
  adjustments: z.array(adjustment),
  progress,
  can_cancel: z.boolean(),
  credits: z.object({
    cost: z.int(),
    held: z.int(),
    settled: z.int(),
    released: z.int(),
  }),
  outputs: z.array(output),
  error: z.nullable(failure),
  /** Asked once about a result that may be none; null when it is not, was answered, or is closed. */
  question: z.nullable(question),
  is_public: z.boolean(),
  is_favorite: z.boolean(),
  tags: z.array(z.string()),
  /** Describes the result to those who do not see it, in its owner's words; null: its prompt does. */
  alt_text: z.nullable(z.string()),
  /** The project that it is in. */
  project_id: z.nullable(z.string()),
  /** The batch that it was made in, its line there and its set, both from 1. */
  batch_id: z.nullable(z.string()),
  batch_line: z.nullable(z.int()),
  batch_set: z.nullable(z.int()),
  created_at: z.string(),
  submitted_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** The seed that the model reported; null before the end, and when it reported none. */
  seed_used: z.nullable(z.int()),
  /** fal's own id, for receipts and support. */
  provider_request_id: z.nullable(z.string()),
});
export type PublicGeneration = z.infer<typeof generation>;
export type PublicOutput = z.infer<typeof output>;
export type PublicProgress = z.infer<typeof progress>;

type BlankFields = Pick<PublicGeneration, 'id' | 'kind' | 'medium' | 'created_at'> &
  Partial<Omit<PublicGeneration, 'progress'>> & { progress?: Partial<PublicProgress> };

/**
 * A generation as it is at its submission, blank but for what is given: a client's draft until the server replies, an
 * example, a test's sample. Costs nothing and has revision 0, so every event about it is newer. Browsers load it with every
 * form, and none of the schemas above.
 */
export function blankGeneration({ progress, ...given }: BlankFields): PublicGeneration {
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
    alt_text: null,
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
