import * as z from 'zod/mini';
import { type AuditName, auditActors } from '../admin/audit-names.ts';
import { device } from './sessions.ts';

/** Events of the audit log that users see of their own account; the others are about requests, not the account. */
export const securityEventNames = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'program_connected',
  'spending_approved',
  'spending_refused',
  'daily_limit_changed',
  'take_out_started',
  'take_out_downloaded',
  'erasure_requested',
  'erasure_withdrawn',
  'operator_moved_credits',
  'operator_resubmitted_generation',
  'operator_ended_generation',
  'operator_refunded_generation',
  'operator_locked_account',
  'operator_unlocked_account',
  'operator_ended_sessions',
  'operator_revoked_keys',
] as const satisfies readonly AuditName[];

/** The parts of an event's details that are the user's own business; others, such as ids, stay in the log. */
export const securityEventDetails = z.object({
  /** Last four characters of an API key. */
  ending: z.optional(z.string()),
  /** Name of a program that may act for the user, in its own words. */
  program: z.optional(z.string()),
  /** Most that a program may spend by an approval, or may not by a refusal. */
  cost_credits: z.optional(z.int()),
  daily_cap_credits: z.optional(z.nullable(z.int())),
  /** How many sessions ended. */
  sessions: z.optional(z.int()),
  /** A sign-in to confirm that it is the user, in a session that was there already. */
  is_again: z.optional(z.boolean()),
});

/** Where an operator acted from is not shown: device and address are null. */
const securityEvent = z.object({
  id: z.int(),
  name: z.enum(securityEventNames),
  actor: z.enum(auditActors),
  details: securityEventDetails,
  /** How often it happened: refused sign-ins are added up. */
  occurrences: z.int(),
  device: z.nullable(device),
  address: z.nullable(z.string()),
  created_at: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventsQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

/** `GET /api/user/security-events`: newest first. */
export const securityEventsReply = z.object({
  data: z.array(securityEvent),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type SecurityEventsReply = z.infer<typeof securityEventsReply>;
