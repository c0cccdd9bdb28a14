/**
 * Everything that the audit log records. Names never change: operators filter by them and keep exports. An act of an
 * operator, and one that makes or unmakes an operator, begins with `operator_`.
 */
export const auditNames = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'api_key_refused',
  'program_connected',
  'spending_approved',
  'spending_refused',
  'daily_limit_changed',
  'origin_refused',
  'operator_page_refused',
  'webhook_refused',
  'rate_limited',
  'take_out_started',
  'take_out_downloaded',
  'share_created',
  'share_ended',
  'share_reported',
  'report_address_confirmed',
  'mail_sent',
  'erasure_requested',
  'erasure_withdrawn',
  'account_erased',
  'generations_archived',
  'operator_moved_credits',
  'operator_settled_payment',
  'operator_made_checkpoint',
  'operator_checked_generation',
  'operator_resubmitted_generation',
  'operator_ended_generation',
  'operator_refunded_generation',
  'operator_hid_generation',
  'operator_kept_generation',
  'operator_removed_generation',
  'operator_restored_generation',
  'operator_locked_account',
  'operator_unlocked_account',
  'operator_ended_sessions',
  'operator_revoked_keys',
  'operator_viewed_result',
  'operator_closed_kind',
  'operator_announced_kind',
  'operator_opened_kind',
  'operator_exported_audit',
  'operator_exported_claims',
  'operator_added',
  'operator_removed',
] as const;

export type AuditName = (typeof auditNames)[number];

/** Who acted: a signed-in user, a program with an API key, an operator, an unknown client, or the product itself. */
export const auditActors = ['user', 'api_key', 'operator', 'anonymous', 'system'] as const;
export type AuditActor = (typeof auditActors)[number];
