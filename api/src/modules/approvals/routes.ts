import type { AuditEvent } from '@atelier/audit';
import {
  AppError,
  type Approval,
  type ApprovalAnswer,
  type ApprovalReply,
  approvalAnswerBody,
  approvalReply,
  approvalsReply,
  idParams,
} from '@atelier/contract';
import {
  type ApprovalRow,
  answerApproval,
  findOwnApproval,
  getBalance,
  inTransaction,
  listOpenApprovals,
} from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['api keys'];

/** Serves browsers only: a key must not be able to approve what it asks for. */
export function approvalRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/approvals',
    {
      schema: {
        tags,
        summary: 'List what your programs ask you to approve, newest first',
        description:
          'A submission by a key that costs more than `ask_above_credits` of the key is refused with `approval_needed` until its owner has approved it. Only requests that can be answered are listed.',
        response: { 200: approvalsReply },
      },
    },
    async (request) => {
      const rows = await listOpenApprovals(deps.db.pool, signedIn(request).userId);
      return { data: rows.map(presentApproval) };
    },
  );

  api.get(
    '/api/approvals/:id',
    {
      schema: {
        tags,
        summary: 'Read what a program asks you to approve',
        description: 'With the balance of the account, also after it was answered, used or has expired.',
        params: idParams,
        response: { 200: approvalReply },
      },
    },
    (request) => readApproval(deps, { id: request.params.id, userId: signedIn(request).userId }),
  );

  api.post(
    '/api/approvals/:id/answer',
    {
      schema: {
        tags,
        summary: 'Approve or refuse once what a program wants to spend',
        description:
          'Approving spends nothing: the program repeats its call, which uses the approval up, once, within the hour. Refusing holds for the hour.',
        params: idParams,
        body: approvalAnswerBody,
        response: { 200: approvalReply },
      },
    },
    async (request) => {
      const own = { id: request.params.id, userId: signedIn(request).userId };
      await answerOnce(deps, { ...own, answer: request.body.answer }, describeActor(request));
      return readApproval(deps, own);
    },
  );
}

type Own = { id: string; userId: string };

/** Throws not_found. */
async function readApproval({ db }: Pick<RouteDeps, 'db'>, own: Own): Promise<ApprovalReply> {
  const row = await findOwnApproval(db.pool, own);
  if (!row) throw new AppError('not_found');
  const { available } = await getBalance(db.pool, own.userId);
  return { approval: presentApproval(row), left_credits: available };
}

/** Throws not_found, approval_answered (with what was answered), approval_key_ended or approval_expired. */
async function answerOnce(
  { db, audit, realtime }: Pick<RouteDeps, 'db' | 'audit' | 'realtime'>,
  asked: Own & { answer: ApprovalAnswer },
  actor: Omit<AuditEvent, 'name'>,
): Promise<void> {
  const { id, userId, answer } = asked;
  const isAnswered = await inTransaction(db, async (on) => {
    if (!(await answerApproval(on, asked))) return false;
    const answered = await findOwnApproval(on, asked);
    if (!answered) throw new Error('An approval that was answered is there');
    const { api_key_id, key_ending: ending, cost: cost_credits } = answered;
    const details = { approval_id: id, key_id: api_key_id, ending, cost_credits };
    const name = answer === 'approve' ? 'spending_approved' : 'spending_refused';
    await audit.record({ name, ...actor, details }, on);
    return true;
  });
  if (isAnswered) {
    await realtime.emitToUser(userId, 'approval:answered', { id });
    return;
  }
  const row = await findOwnApproval(db.pool, asked);
  if (!row) throw new AppError('not_found');
  if (row.answer)
    throw new AppError('approval_answered', {
      details: { answer: row.answer, answered_at: row.answered_at?.toISOString() },
    });
  throw new AppError(row.has_key_ended ? 'approval_key_ended' : 'approval_expired');
}

function presentApproval(row: ApprovalRow): Approval {
  return {
    id: row.id,
    key: { id: row.api_key_id, name: row.key_name, ending: row.key_ending },
    cost_credits: row.cost,
    ...row.summary,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    status: readStatus(row),
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}

/** An answer stays what it was, also after its hour. */
function readStatus(row: ApprovalRow): Approval['status'] {
  if (row.used_at) return 'used';
  if (row.answer) return row.answer === 'approve' ? 'approved' : 'refused';
  if (row.has_key_ended) return 'key_ended';
  return row.is_expired ? 'expired' : 'open';
}
