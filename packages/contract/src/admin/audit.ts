import * as z from 'zod/mini';
import { storable } from '../storable.ts';
import { auditActors, auditNames } from './audit-names.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const userSearch = z.string().check(z.trim(), z.minLength(1), z.maxLength(320), storable);

/** Filters of the audit log and of its export. `from` is the first moment, `to` the first one after; dates are UTC. */
export const adminAuditFilter = z.object({
  name: z.optional(z.enum(auditNames)),
  actor: z.optional(z.enum(auditActors)),
  /** Whole e-mail address or id of the account that the events concern, and of the operator who acted. */
  account: z.optional(userSearch),
  operator: z.optional(userSearch),
  from: z.optional(moment),
  to: z.optional(moment),
});
export type AdminAuditFilter = z.infer<typeof adminAuditFilter>;

/** `before`: only events older than the one with this id, as `next` of a reply says it. */
export const adminAuditQuery = z.object({
  ...adminAuditFilter.shape,
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});

const adminAuditEvent = z.object({
  id: z.int(),
  created_at: z.string(),
  name: z.enum(auditNames),
  /** How often it happened within a minute, for refusals. */
  occurrences: z.int(),
  actor: z.enum(auditActors),
  /** The user or operator who acted, or the API key; the address is that of its owner. */
  actor_id: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  /** The account that it concerns. */
  user_id: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  request_id: z.nullable(z.string()),
  /** Origin of the act; null when it had none or it was removed after AUDIT_ORIGIN_DAYS. */
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type AdminAuditEvent = z.infer<typeof adminAuditEvent>;

/** Newest first. `next`: the `before` of the next page; null on the last one. */
export const adminAuditReply = z.object({ data: z.array(adminAuditEvent), next: z.nullable(z.int()) });
export type AdminAuditReply = z.infer<typeof adminAuditReply>;
