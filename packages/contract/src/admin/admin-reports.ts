import * as z from 'zod/mini';
import { medium } from '../generation/medium.ts';
import { reportReasons } from '../work/reports.ts';
import { adminAccountBody } from './admin.ts';

const decision = z.nullable(z.enum(['kept', 'removed', 'restored']));

const report = z.object({
  id: z.string(),
  reason: z.enum(reportReasons),
  details: z.string(),
  signature: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** When the reporter opened the link that was mailed to this address; null until then. */
  confirmed_at: z.nullable(z.string()),
  /** How many more arrived that were only counted. */
  repeats: z.int(),
  created_at: z.string(),
  due_at: z.string(),
  decision,
  decided_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

const work = z.object({
  generation_id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  kind: z.string(),
  medium,
  prompt: z.string(),
  /** Whether its owner confirmed the consent of the speaker in a file that it was made from. */
  has_consent: z.boolean(),
  created_at: z.string(),
  is_deleted: z.boolean(),
  taken_down_at: z.nullable(z.string()),
  taken_down_reason: z.nullable(z.string()),
  share_state: z.enum(['active', 'hidden', 'ended']),
  /** When the first of its open reports has to be decided. */
  due_at: z.string(),
  reports: z.array(report),
  /** Files of `GET /api/admin/reports/{id}/files/{position}`; answers have a text instead. */
  files: z.array(
    z.object({
      position: z.int(),
      content_type: z.string(),
      has_poster: z.boolean(),
      text: z.nullable(z.string()),
    }),
  ),
});
export type ReportedWork = z.infer<typeof work>;

export const adminReportsQuery = z.object({ state: z._default(z.enum(['open', 'decided']), 'open') });
/** Lists at most 100 works: the first that are due, or the last that were decided. */
export const adminReportsReply = z.object({ data: z.array(work) });
export type AdminReportsReply = z.infer<typeof adminReportsReply>;

const copy = z.object({
  generation_id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  /** Bits of 64 by which the pictures' hashes differ; 0: the same picture. */
  distance: z.int(),
  created_at: z.string(),
  is_shared: z.boolean(),
  is_taken_down: z.boolean(),
});
export const adminCopiesReply = z.object({ data: z.array(copy) });
export type AdminCopiesReply = z.infer<typeof adminCopiesReply>;

export const adminReportActBody = adminAccountBody;
export const adminReportActReply = z.object({ success: z.literal(true) });
