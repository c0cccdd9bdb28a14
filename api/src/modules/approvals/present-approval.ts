import type { Approval } from '@atelier/contract';
import type { ApprovalRow } from '@atelier/db';

export function presentApproval(row: ApprovalRow): Approval {
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
