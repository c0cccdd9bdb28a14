import * as z from 'zod/mini';

const answers = ['approve', 'refuse'] as const;
export type ApprovalAnswer = (typeof answers)[number];

/** Generations that a program wants to make, as its owner sees them. */
const approvalSummary = z.object({
  /** Number of generations. */
  count: z.int(),
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** Beginning of the first prompt; null when there is none. */
  prompt: z.nullable(z.string()),
});
export type ApprovalSummary = z.infer<typeof approvalSummary>;

export const approval = z.object({
  id: z.string(),
  key: z.object({ id: z.string(), name: z.string(), ending: z.string() }),
  /** Most that it may cost. */
  cost_credits: z.int(),
  ...approvalSummary.shape,
  created_at: z.string(),
  /** An hour after the request, and after its answer an hour after that. */
  expires_at: z.string(),
  /** `used`: the approved generations were made. `key_ended`: the API key was revoked or has expired. */
  status: z.enum(['open', 'approved', 'used', 'refused', 'expired', 'key_ended']),
  answered_at: z.nullable(z.string()),
});
export type Approval = z.infer<typeof approval>;

/** `GET /api/approvals`: those that can be answered, newest first. */
export const approvalsReply = z.object({ data: z.array(approval) });
export type ApprovalsReply = z.infer<typeof approvalsReply>;

export const approvalReply = z.object({
  approval,
  /** Balance of the account now. */
  left_credits: z.int(),
});
export type ApprovalReply = z.infer<typeof approvalReply>;

/** `POST /api/approvals/:id/answer` */
export const approvalAnswerBody = z.object({ answer: z.enum(answers) });
export type ApprovalAnswerBody = z.infer<typeof approvalAnswerBody>;
