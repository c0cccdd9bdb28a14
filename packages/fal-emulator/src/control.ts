import type { BillBook } from './billing/bill-book.ts';
import type { CallLog, Fault, Operation, SeenRequest } from './call-log.ts';
import type { Context, WebhookDelivery } from './context.ts';
import type { FileSending } from './file-sending.ts';
import type { Job, Phase, Step } from './job.ts';
import { cancelJob } from './job-life.ts';
import { expireWaiting } from './lifetime/expire-waiting.ts';
import type { ModelChange } from './model-documents.ts';
import { controlSickness, createSickness, type SicknessControl } from './sickness/sickness.ts';
import type { Hold, StepHolds } from './step-holds.ts';
import { sendWebhook } from './webhooks/deliver-webhook.ts';

/** A job as tests inspect it. */
export type JobView = {
  requestId: string;
  endpointId: string;
  phase: Phase;
  input: unknown;
  webhookUrl?: string;
  isCancelled: boolean;
  isHeld: boolean;
  /** Whether fal keeps input and output, which the client can forbid. */
  isStored: boolean;
  /** The endpoint that made the result in place of the one asked for. */
  servedFrom?: string;
  /** When it became COMPLETED, in `Date.now()` milliseconds. */
  finishedAtMs?: number;
  resultStatus?: number;
  result?: unknown;
};

/** Inspects and steers the emulator. Also available over HTTP at `/_control/`. */
export type EmulatorControl = SicknessControl & {
  /** Requests seen, oldest first. */
  requests(operation?: Operation): SeenRequest[];
  counts(): Record<Operation, number>;
  jobs(): JobView[];
  job(requestId: string): JobView | undefined;
  /** Every delivery attempt of every webhook, oldest first. */
  webhooks(requestId?: string): WebhookDelivery[];
  hold(hold: Hold): void;
  release(release?: { step?: Step; requestId?: string }): void;
  /** Resolves when the job has reached the phase. */
  waitForPhase(requestId: string, phase: Phase): Promise<void>;
  setSpeed(speed: number): void;
  setLateMs(lateMs: number | undefined): void;
  /** Moves the time by which files expire and waiting jobs are late. */
  moveClock(seconds: number): void;
  injectFault(fault: Fault): void;
  /** How the next downloads of outputs are sent; each is for one of them. */
  sendFile(sending: FileSending): void;
  /** Changes what the OpenAPI document and the page of an endpoint say; the endpoint itself works as before. */
  changeModel(endpointId: string, change: ModelChange): void;
  /** Prices, bills and the balance of the account. */
  bills: Omit<BillBook, 'bill' | 'reset'>;
  /** Requests whose stored input and output were deleted, oldest first. */
  deletedPayloads(): readonly string[];
  /** Sends a finished job's webhook again with a new signature. Returns whether the receiver accepted it. */
  resendWebhook(requestId: string): Promise<boolean>;
  /** Clears jobs, calls, faults, holds and webhooks; running jobs are dropped without a webhook. */
  reset(): void;
};

const phaseOrder: readonly Phase[] = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'];

export function createControl(context: Context): EmulatorControl {
  const { calls, holds, jobs, settings } = context;
  return {
    ...callViews(calls),
    ...holdControls(holds),
    ...controlSickness(context.sickness),
    jobs: () => viewAll(context),
    job(requestId) {
      const job = jobs.get(requestId);
      return job && view(job, new Set(holds.heldIds()));
    },
    webhooks: (requestId) =>
      context.deliveries.filter((delivery) => requestId === undefined || delivery.requestId === requestId),
    async waitForPhase(requestId, phase) {
      const job = getJob(context, requestId);
      while (phaseOrder.indexOf(job.phase) < phaseOrder.indexOf(phase)) {
        await new Promise<void>((resolve) => context.changes.once(requestId, () => resolve()));
      }
    },
    setSpeed(speed) {
      settings.speed = speed;
    },
    setLateMs(lateMs) {
      settings.lateMs = lateMs;
    },
    moveClock(seconds) {
      context.clock.move(seconds);
      for (const job of jobs.values()) expireWaiting(context, job);
    },
    bills: context.bills,
    deletedPayloads: () => context.deletedPayloads,
    sendFile: (sending) => void context.fileSendings.push(sending),
    changeModel: (endpointId, change) => {
      const before = context.modelChanges.get(endpointId);
      context.modelChanges.set(endpointId, { ...before, ...change });
    },
    async resendWebhook(requestId) {
      const job = getJob(context, requestId);
      if (!job.outcome || !job.webhookUrl) throw new Error(`${requestId} has no webhook to send`);
      const earlier = context.deliveries.filter((delivery) => delivery.requestId === requestId).length;
      return sendWebhook(context, job, earlier + 1);
    },
    reset: () => reset(context),
  };
}

function callViews(calls: CallLog) {
  return {
    requests: (operation?: Operation) =>
      calls.requests().filter((request) => operation === undefined || request.operation === operation),
    counts: () => calls.counts(),
    injectFault: (fault: Fault) => calls.injectFault(fault),
  };
}

function holdControls(holds: StepHolds) {
  return {
    hold: (hold: Hold) => holds.hold(hold),
    release: (release?: { step?: Step; requestId?: string }) => holds.release(release),
  };
}

function viewAll({ jobs, holds }: Context): JobView[] {
  const held = new Set(holds.heldIds());
  return [...jobs.values()].map((job) => view(job, held));
}

function view(job: Job, held: ReadonlySet<string>): JobView {
  const { requestId, endpointId, phase, input, webhookUrl, isCancelled, finishedAtMs, outcome } = job;
  const { servedFrom, terms } = job;
  return {
    requestId,
    endpointId,
    phase,
    input,
    webhookUrl,
    isCancelled,
    isHeld: held.has(requestId),
    isStored: terms.isStored,
    servedFrom,
    finishedAtMs,
    resultStatus: outcome?.status,
    result: outcome?.body,
  };
}

function getJob({ jobs }: Context, requestId: string): Job {
  const job = jobs.get(requestId);
  if (!job) throw new Error(`There is no job ${requestId}`);
  return job;
}

function reset(context: Context): void {
  for (const job of context.jobs.values()) {
    job.webhookUrl = undefined;
    if (job.phase !== 'COMPLETED') cancelJob(context, job);
  }
  context.jobs.clear();
  context.refusals.clear();
  context.modelChanges.clear();
  context.bills.reset();
  context.deletedPayloads.length = 0;
  context.deliveries.length = 0;
  context.fileSendings.length = 0;
  context.holds.release();
  context.calls.reset();
  Object.assign(context.sickness, createSickness());
  context.clock.reset();
  context.fileExpiries.clear();
  context.settings.lateMs = undefined;
}
