// Enqueues the jobs of a generation. The database knows what has to be done; a job is only a wake-up call, so one that
// could not be enqueued is enqueued within seconds from the outbox or by the sweeper.
import type { GenerationRow, OutboxCleaner } from '@atelier/db';
import type { Log } from '@atelier/log';
import { generationJobId, type Producer } from '@atelier/queue';

export type EnqueueDeps = {
  producer: Pick<Producer, 'enqueue'>;
  outboxCleaner: Pick<OutboxCleaner, 'done'>;
  log: Pick<Log, 'warn'>;
};

const jobOfStep = {
  dispatch: 'dispatch-generation',
  'dispatch-again': 'dispatch-generation',
  finish: 'finish-generation',
  'finish-again': 'finish-generation',
  'delete-files': 'delete-files',
} as const;

/** A step of a generation; with the run it makes the id of the job. */
export type Step = keyof typeof jobOfStep | 'watch';

type StepRun = { generationId: string; run: number; delayMs?: number };

/** Enqueues one step, at most once per run. Throws AppError unavailable when the queue does not answer in time. */
export async function enqueueStep(
  { producer }: Pick<EnqueueDeps, 'producer'>,
  step: Step,
  { generationId, run, delayMs }: StepRun,
): Promise<void> {
  const options = { jobId: generationJobId(step, generationId, run), delayMs };
  if (step === 'watch') await producer.enqueue('watch-generation', { generationId, run }, options);
  else await producer.enqueue(jobOfStep[step], { generationId }, options);
}

/**
 * Called after the commit of a reservation, or of a start after waiting, before which there may have been attempts. Never
 * throws: the outbox holds the message too.
 */
export async function enqueueDispatch(deps: EnqueueDeps, generationId: string, attempt = 0): Promise<void> {
  await tryEnqueue(deps, generationId, async () => {
    await enqueueStep(deps, 'dispatch', { generationId, run: attempt });
    deps.outboxCleaner.done(`dispatch:${generationId}`);
  });
}

/** Called after the commit of the provider's answer. Never throws: the outbox holds the message too. */
export async function enqueueFinish(
  deps: EnqueueDeps,
  { id: generationId, watch_run: run }: Pick<GenerationRow, 'id' | 'watch_run'>,
): Promise<void> {
  await tryEnqueue(deps, generationId, async () => {
    await enqueueStep(deps, 'finish', { generationId, run });
    deps.outboxCleaner.done(`finish:${generationId}`);
  });
}

/** Called after the commit of a cancellation request. Never throws: the sweeper finds it within seconds. */
export async function enqueueWatch(
  deps: EnqueueDeps,
  { id: generationId, watch_run: run }: Pick<GenerationRow, 'id' | 'watch_run'>,
): Promise<void> {
  await tryEnqueue(deps, generationId, () => enqueueStep(deps, 'watch', { generationId, run }));
}

export type WebhookDeps = Pick<EnqueueDeps, 'producer' | 'log'> & {
  /** Signer of webhooks; undefined when this deployment sends none. */
  webhookSigner: object | undefined;
};

/**
 * Called after the commit of an end, or of a delivery that its owner wants repeated. `attempts` counts the attempts made
 * so far. Never throws: the sweeper finds deliveries that are due.
 */
export async function enqueueWebhookDelivery(
  deps: WebhookDeps,
  { id: generationId, webhook_url }: Pick<GenerationRow, 'id' | 'webhook_url'>,
  attempts = 0,
): Promise<void> {
  if (webhook_url === null || !deps.webhookSigner) return;
  await tryEnqueue(deps, generationId, () => enqueueDelivery(deps, { generationId, attempts }));
}

/**
 * Enqueues one attempt of a webhook. The id consists of attempt and whole minutes of delay: one job per attempt, and one
 * more per minute in case the first was lost. Throws like `enqueueStep`.
 */
export async function enqueueDelivery(
  { producer }: Pick<EnqueueDeps, 'producer'>,
  {
    generationId,
    attempts,
    minutesLate = 0,
  }: { generationId: string; attempts: number; minutesLate?: number },
): Promise<void> {
  const jobId = generationJobId(`webhook-${attempts}`, generationId, minutesLate);
  await producer.enqueue('deliver-webhook', { generationId }, { jobId });
}

/** Called after the commit of an end. Never throws: the sweeper finds messages that are due. */
export async function enqueuePushes(
  deps: Pick<EnqueueDeps, 'producer' | 'log'>,
  generationId: string,
  pushIds: readonly string[],
): Promise<void> {
  for (const pushId of pushIds)
    await tryEnqueue(deps, generationId, () => enqueuePush(deps, { pushId, attempts: 0, minutesLate: 0 }));
}

/** Enqueues one attempt of a push message, with an id like a webhook's. Throws like `enqueueStep`. */
export async function enqueuePush(
  { producer }: Pick<EnqueueDeps, 'producer'>,
  { pushId, attempts, minutesLate }: { pushId: string; attempts: number; minutesLate: number },
): Promise<void> {
  await producer.enqueue('send-push', { pushId }, { jobId: `push-${pushId}-${attempts}-${minutesLate}` });
}

/** Called after the commit that the mails are about. Never throws: the sweeper finds mails that are due. */
export async function enqueueMails(
  deps: Pick<EnqueueDeps, 'producer' | 'log'>,
  generationId: string,
  mailIds: readonly string[],
): Promise<void> {
  for (const mailId of mailIds)
    await tryEnqueue(deps, generationId, () => enqueueMail(deps, { mailId, attempts: 0, minutesLate: 0 }));
}

/** Enqueues one attempt of a mail, with an id like a webhook's. Throws like `enqueueStep`. */
export async function enqueueMail(
  { producer }: Pick<EnqueueDeps, 'producer'>,
  { mailId, attempts, minutesLate }: { mailId: string; attempts: number; minutesLate: number },
): Promise<void> {
  await producer.enqueue('send-mail', { mailId }, { jobId: `mail-${mailId}-${attempts}-${minutesLate}` });
}

async function tryEnqueue(
  { log }: Pick<EnqueueDeps, 'log'>,
  generationId: string,
  enqueue: () => Promise<void>,
): Promise<void> {
  try {
    await enqueue();
  } catch (error) {
    log.warn({ err: error, generationId }, 'job not enqueued; the sweeper will enqueue it');
  }
}
