import { type BreakerSubject, toKindSubject } from '@atelier/contract';
import { listWaitingUsers, noteVerdict, rampBreakers } from '@atelier/db';
import { type Verdict, verdictRules } from '@atelier/fal';
import { type LineNotifyDeps, notifyLine } from '@atelier/generations';
import type { Log } from '@atelier/log';
import type { Emitter } from '@atelier/realtime';

export type BreakerDeps = LineNotifyDeps & {
  log: Pick<Log, 'warn' | 'error'>;
  realtime: Pick<Emitter, 'emitToUser' | 'emitToAll'>;
};

/**
 * Notes what the provider said about the account, itself or the model of a kind. Returns whether the breaker is open: then
 * nothing of its subject is submitted by any process until a probe succeeds.
 */
export async function reportVerdict(
  deps: BreakerDeps,
  { code, detail, ...verdict }: Verdict,
  kind: string,
): Promise<boolean> {
  const subject: BreakerSubject = verdict.subject === 'model' ? toKindSubject(kind) : verdict.subject;
  const { threshold } = verdictRules[code];
  const { breaker, hasOpened } = await noteVerdict(deps.db.pool, { subject, code, detail }, threshold);
  if (hasOpened) {
    deps.log.error({ subject, code, detail }, 'the provider takes no work: a breaker has opened');
    await notifyBreakers(deps);
  }
  return breaker.state === 'open';
}

/** Starts what waits again after a success, in its order, step by step. */
export async function resumeAfter(deps: BreakerDeps, subjects: readonly BreakerSubject[]): Promise<void> {
  const resumed = await rampBreakers(deps.db.pool, subjects);
  if (resumed.length === 0) return;
  deps.log.warn({ subjects: resumed }, 'the provider takes work again');
  await notifyBreakers(deps);
}

/** The lines of those who wait say why, and forms and the status page read it again. */
async function notifyBreakers(deps: BreakerDeps): Promise<void> {
  for (const userId of await listWaitingUsers(deps.db.pool)) notifyLine(deps, userId);
  await deps.realtime.emitToAll('kinds:changed', {});
}
