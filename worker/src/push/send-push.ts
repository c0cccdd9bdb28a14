// Hands the end of one generation, or a question of a program, to the push service of one of its owner's browsers. The
// database counts the attempts and knows when the next one is due, so this may run at any time, and twice: it sends only
// after a successful claim.
import type { EndPayload, PushPayload } from '@atelier/contract';
import {
  type ClaimedPush,
  claimPush,
  deletePushSubscription,
  findBatchEnd,
  findGeneration,
  findOpenSeconds,
  markPushFailed,
  removePush,
} from '@atelier/db';
import { composePush } from '@atelier/push';
import { guardedPost, type PostReply } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';
import { approvalTexts, batchTexts, notificationTexts } from './notification-texts.ts';

type PushDeps = Pick<WorkerDeps, 'db' | 'pushKeys' | 'settings' | 'metrics' | 'log'>;

export async function sendPush(deps: PushDeps, { pushId }: { pushId: string }): Promise<void> {
  const push = await claimPush(deps.db.pool, pushId);
  if (!push) return;
  const keys = await deps.pushKeys.read();
  // A browser takes only messages of the key that it subscribed with; its page renews it at the next visit.
  if (push.has_session_ended || push.application_key !== keys.publicKey) return endSubscription(deps, push);
  const composed = await compose(deps, push);
  if (!composed || composed.lifeSeconds <= 0) return removePush(deps.db.pool, push.id);
  const { payload, lifeSeconds } = composed;
  const { subject } = deps.pushKeys;
  try {
    const message = composePush(push, payload, { keys, subject, lifeSeconds });
    await record(deps, push, await guardedPost(push.endpoint, message, deps.settings.webhookRules));
  } catch (error) {
    await repeat(deps, push, { err: error });
  }
}

type Composed = { payload: PushPayload; lifeSeconds: number };

/** Returns undefined when there is nothing to notify of any more. */
async function compose(deps: PushDeps, push: ClaimedPush): Promise<Composed | undefined> {
  if (push.approval_id === null) {
    const payload = await composePayload(deps, push);
    return payload && { payload, lifeSeconds: push.left_seconds };
  }
  const id = push.approval_id;
  const lifeSeconds = await findOpenSeconds(deps.db.pool, id);
  if (lifeSeconds === undefined) return undefined;
  return { payload: { id, path: `/approvals/${id}`, ...approvalTexts(push.language) }, lifeSeconds };
}

/**
 * Returns undefined when the generation was deleted meanwhile, did not end as something to notify of, or is not the last line
 * of its batch, which has one message.
 */
async function composePayload(deps: PushDeps, push: ClaimedPush): Promise<PushPayload | undefined> {
  const row = push.generation_id ? await findGeneration(deps.db.pool, push.generation_id) : undefined;
  if (!row || row.deleted_at) return undefined;
  logGeneration(row);
  const { id, medium, status } = row;
  if (status !== 'completed' && status !== 'partial' && status !== 'failed') return undefined;
  const about = { medium: medium as EndPayload['medium'], status } as const;
  if (row.batch_id === null) return { id, ...about, ...notificationTexts(about, push.language) };
  const batch = await findBatchEnd(deps.db.pool, row.batch_id);
  if (batch?.last_id !== id) return undefined;
  return { id, ...about, batchId: row.batch_id, ...batchTexts(batch, push.language) };
}

/** Records the answer of a push service (RFC 8030). It is 404 or 410 when the subscription is gone. */
async function record(deps: PushDeps, push: ClaimedPush, { status, retryAfter }: PostReply): Promise<void> {
  if (status >= 200 && status < 300) {
    await removePush(deps.db.pool, push.id);
    deps.metrics.pushAttempted('delivered');
    deps.log.info({ ...toLogFields(push), status }, 'push message sent');
  } else if (status === 404 || status === 410) {
    await endSubscription(deps, push);
  } else if (status === 400 || status === 413) {
    // The same message would be refused again.
    await removePush(deps.db.pool, push.id);
    deps.metrics.pushAttempted('given_up');
    deps.log.error({ ...toLogFields(push), status }, 'a push service refused a message as malformed');
  } else {
    await repeat(deps, push, { status }, toSeconds(retryAfter));
  }
}

/** Deletes a subscription and everything that was still to be sent to it. */
async function endSubscription({ db, metrics, log }: PushDeps, push: ClaimedPush): Promise<void> {
  await deletePushSubscription(db.pool, push.session_id, push.endpoint);
  metrics.pushAttempted('gone');
  log.info(toLogFields(push), 'a push subscription has ended');
}

async function repeat(deps: PushDeps, push: ClaimedPush, outcome: object, waitSeconds = 0): Promise<void> {
  const isGivenUp = await markPushFailed(deps.db.pool, { id: push.id, attempt: push.attempts, waitSeconds });
  deps.metrics.pushAttempted(isGivenUp ? 'given_up' : 'failed');
  deps.log.warn(
    { ...toLogFields(push), ...outcome },
    isGivenUp ? 'push message given up' : 'push message not sent; it will be repeated',
  );
}

/** The host only: who knows the whole endpoint can send to it. */
function toLogFields(push: ClaimedPush): object {
  const {
    id: pushId,
    generation_id: generationId,
    approval_id: approvalId,
    attempts: attempt,
    endpoint,
  } = push;
  const about = approvalId === null ? { generationId } : { approvalId };
  return { pushId, ...about, attempt, host: new URL(endpoint).host };
}

/** The header's seconds, or its date (RFC 9110). */
function toSeconds(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter);
  const waitMs = Date.parse(retryAfter) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, Math.ceil(waitMs / 1_000)) : 0;
}
