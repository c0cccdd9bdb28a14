// Hands one mail to the mail server. The database counts the attempts and knows when the next one is due, so this may
// run at any time, and twice: it sends only after a successful claim.
import { libraryPath, type Medium } from '@atelier/catalog';
import type { ReportReason } from '@atelier/contract';
import { type ClaimedMail, claimMail, markMailFailed, markMailSent, removeMail } from '@atelier/db';
import { composeMail, linkLifeDays, type MailContent, type Mailer, type MailOutcome } from '@atelier/mail';
import type { WorkerDeps } from '../deps.ts';

type MailDeps = Pick<WorkerDeps, 'db' | 'mailer' | 'mailLinks' | 'settings' | 'metrics' | 'log'>;

export async function sendMail(deps: MailDeps, { mailId }: { mailId: string }): Promise<void> {
  if (!deps.mailer) return;
  const mail = await claimMail(deps.db.pool, mailId);
  if (!mail) return;
  const content = await readContent(deps, mail);
  if (mail.address === null || !content) return removeMail(deps.db.pool, mail.id);
  const composed = composeMail(content, mail.language);
  const outcome = await deps.mailer.send({ id: mail.id, to: mail.address, ...composed });
  await recordOutcome(deps, mail, outcome, deps.mailer);
}

/** Returns undefined when a row that the mail needs is gone. Links are signed at each attempt, so their days begin then. */
async function readContent(
  { mailLinks, settings }: MailDeps,
  { kind, decision, report_id, reason, reported_at, language, ...work }: ClaimedMail,
): Promise<MailContent | undefined> {
  if (kind === 'report_address')
    return report_id === null
      ? undefined
      : { kind, confirmUrl: await mailLinks.confirmUrl(report_id, language), lifeDays: linkLifeDays };
  if (!decision) return undefined;
  if (kind === 'report_decision')
    return reason && reported_at
      ? { kind, decision, reason: reason as ReportReason, reportedAt: reported_at }
      : undefined;
  return {
    kind,
    decision,
    medium: work.medium as Medium,
    madeAt: work.made_at,
    note: work.note ?? '',
    workUrl: `${settings.publicUrl}${libraryPath(work.medium as Medium)}?view=${work.generation_id}`,
    termsUrl: `${settings.publicUrl}/terms`,
  };
}

async function recordOutcome(
  { db, log, metrics }: MailDeps,
  { id, kind, generation_id: generationId, attempts: attempt }: ClaimedMail,
  outcome: MailOutcome,
  { host }: Mailer,
): Promise<void> {
  // Neither the address nor the server's words, which quote it.
  const fields = { mailId: id, kind, generationId, attempt, host };
  if (outcome.isSent) {
    await markMailSent(db.pool, id);
    metrics.mailAttempted('delivered');
    log.info(fields, 'mail sent');
    return;
  }
  const { problem, status, isFinal } = outcome;
  const isGivenUp = await markMailFailed(db.pool, { id, attempt, isFinal });
  metrics.mailAttempted(isGivenUp ? 'given_up' : 'failed');
  log.warn(
    { ...fields, problem, status },
    isGivenUp ? 'mail given up' : 'mail not sent; it will be repeated',
  );
}
