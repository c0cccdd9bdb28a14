import * as z from 'zod/mini';
import { storable } from './storable.ts';

export const resultReasons = ['blank', 'frozen', 'noise', 'silent', 'clipped', 'short', 'echo'] as const;
export type ResultReason = (typeof resultReasons)[number];

export const adminResultsQuery = z.object({
  window: z._default(z.enum(['day', 'week']), 'day'),
  /** Of the findings; all kinds when absent. */
  kind: z.optional(z.string().check(z.maxLength(100), storable)),
});

const kindResults = z.object({
  kind: z.string(),
  /** Generations that completed, in whole hours, as `GET /api/status` counts them. */
  completed: z.int(),
  /** Generations with a faulty output, and with one that is only doubtful. */
  faulty: z.int(),
  doubtful: z.int(),
  /** Doubtful ones whose owners took their credits back. */
  returned: z.int(),
  reasons: z.array(z.object({ reason: z.enum(resultReasons), is_fault: z.boolean(), count: z.int() })),
});

const finding = z.object({
  output_id: z.string(),
  generation_id: z.string(),
  user_id: z.string(),
  kind: z.string(),
  /** Of the output in its generation, from 0. */
  position: z.int(),
  reason: z.enum(resultReasons),
  is_fault: z.boolean(),
  /** What its owner said when asked; null: nothing, or was not asked. */
  answer: z.nullable(z.enum(['kept', 'returned'])),
  /** Names and units in docs/inspection.md. */
  measured: z.record(z.string(), z.number()),
  found_at: z.string(),
  provider_endpoint: z.string(),
  provider_request_id: z.nullable(z.string()),
  /** The address of the file at the provider. */
  original_url: z.nullable(z.string()),
  /** There are pictures at `GET /api/admin/results/{id}/frames`, by `output_id`. */
  has_frames: z.boolean(),
});
export type ResultFinding = z.infer<typeof finding>;

/** `GET /api/admin/results`: kinds of which something completed or was found, and the newest 50 findings. */
export const adminResultsReply = z.object({ kinds: z.array(kindResults), findings: z.array(finding) });
export type AdminResultsReply = z.infer<typeof adminResultsReply>;
