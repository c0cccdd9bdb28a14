import * as z from 'zod/mini';
import { storable } from '../storable.ts';
import { closureCauses } from './kind-closures.ts';

export const resultReasons = ['blank', 'frozen', 'noise', 'silent', 'clipped', 'short', 'echo'] as const;
export type ResultReason = (typeof resultReasons)[number];

/** Codes of mismatches between a kind and its endpoint at fal. Stored, so each keeps its meaning. */
export const kindFindingCodes = [
  'endpoint_gone',
  'endpoint_deprecated',
  'field_gone',
  'field_required',
  'value_gone',
  'range_narrower',
  'type_changed',
  'default_changed',
  'price_moved',
  'price_unreadable',
  'closing_passed',
] as const;

export const adminResultsQuery = z.object({
  window: z._default(z.enum(['day', 'week']), 'day'),
  /** Kind of the findings; all kinds when absent. */
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
  /** Index of the output in its generation, from 0. */
  position: z.int(),
  reason: z.enum(resultReasons),
  is_fault: z.boolean(),
  /** The owner's answer; null when they gave none or were not asked. */
  answer: z.nullable(z.enum(['kept', 'returned'])),
  /** Names and units in docs/inspection.md. */
  measured: z.record(z.string(), z.number()),
  found_at: z.string(),
  provider_endpoint: z.string(),
  provider_request_id: z.nullable(z.string()),
  /** The address of the file at the provider. */
  original_url: z.nullable(z.string()),
  /** Whether `GET /api/admin/results/{id}/frames` has pictures, by `output_id`. */
  has_frames: z.boolean(),
});
export type ResultFinding = z.infer<typeof finding>;

const kindFinding = z.object({
  code: z.enum(kindFindingCodes),
  /** fal's name of the field; null when the endpoint as a whole is meant. */
  field: z.nullable(z.string()),
  /** Value that the kind sends or states, and the one that fal accepts or charges now; null when the code says it all. */
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  /** The kind that the catalog names as its successor, with a finding that ends it. */
  successor: z.optional(z.string()),
});
export type KindFinding = z.infer<typeof kindFinding>;

const kindCheck = z.object({
  kind: z.string(),
  endpoint: z.string(),
  findings: z.array(kindFinding),
  /** Time of the first of its findings; null without any. */
  found_at: z.nullable(z.string()),
  /** When fal last answered; null when it never has. */
  checked_at: z.nullable(z.string()),
  /** Why the last attempt had no answer; null when it had one. */
  failure: z.nullable(z.string()),
});
export type KindCheck = z.infer<typeof kindCheck>;

/** A kind whose file names no document of the provider. Production sells it once it is verified. */
const unverifiedKind = z.object({
  kind: z.string(),
  endpoint: z.string(),
  is_closed: z.boolean(),
  cause: z.nullable(z.enum(closureCauses)),
  /** Addresses at which the provider publishes its schema and its price. */
  documents: z.object({ schema: z.string(), price: z.string() }),
  /** Verification that opened it; null while there is none. */
  verified: z.nullable(
    z.object({
      by: z.enum(['check', 'operator']),
      /** A day, as 2026-12-31. */
      on: z.string(),
      /** Documents that a check compared; null when an operator vouches for the kind. */
      schema: z.nullable(z.string()),
      price: z.nullable(z.string()),
      operator_email: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type UnverifiedKind = z.infer<typeof unverifiedKind>;

/** A kind whose model its maker is about to close, with the successor that the catalog names. */
const leavingKind = z.object({
  kind: z.string(),
  successor: z.string(),
  /** The day from which the model may be closed; null while none was named. */
  closes_on: z.nullable(z.string()),
  /** Who says so, and the day on which that was read. */
  source: z.string(),
  on: z.string(),
});
export type LeavingKind = z.infer<typeof leavingKind>;

/** Operator who closed a kind or announced that it leaves, by address; null when unknown, or when it retired with its file. */
const closedBy = z.object({ kind: z.string(), operator_email: z.nullable(z.string()) });

/**
 * `GET /api/admin/results`: kinds of which something completed or was found, the newest 50 findings, and what the weekly
 * check of the kinds against fal found; nothing of that while it is off. Also the kinds that are unverified or about to leave.
 */
export const adminResultsReply = z.object({
  kinds: z.array(kindResults),
  findings: z.array(finding),
  checks: z.array(kindCheck),
  closed_by: z.array(closedBy),
  unverified: z.array(unverifiedKind),
  leaving: z.array(leavingKind),
});
export type AdminResultsReply = z.infer<typeof adminResultsReply>;
