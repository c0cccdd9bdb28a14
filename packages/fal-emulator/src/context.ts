import { EventEmitter } from 'node:events';
import type { BillBook } from './billing/bill-book.ts';
import type { CallLog } from './call-log.ts';
import type { FileSending } from './file-sending.ts';
import type { Job } from './job.ts';
import type { Clock } from './lifetime/clock.ts';
import type { FileExpiries } from './lifetime/file-expiries.ts';
import type { ModelChange } from './model-documents.ts';
import type { Sickness } from './sickness/sickness.ts';
import type { Slots } from './slots.ts';
import type { StepHolds } from './step-holds.ts';
import type { Tools } from './tools.ts';
import type { SigningKey } from './webhooks/signing-key.ts';

/** Settings that can change while the emulator runs. */
export type Settings = {
  /** Factor on all durations: 1 is lifelike, 0 is as fast as media can be made. */
  speed: number;
  /** Webhook delay of a job with [late] in its prompt; 30 s × speed when absent. */
  lateMs?: number;
  /** Seed of submissions without one: 'random' draws it, 'fixed' derives it from the prompt. */
  seeds: 'random' | 'fixed';
};

/** Everything that routes and jobs share. */
export type Context = {
  settings: Settings;
  jobs: Map<string, Job>;
  /** How often each prompt was submitted with [refuse] or [busy]. */
  refusals: Map<string, number>;
  /** Changes to the documents about an endpoint, which then differ from what it does. */
  modelChanges: Map<string, ModelChange>;
  calls: CallLog;
  sickness: Sickness;
  clock: Clock;
  fileExpiries: FileExpiries;
  bills: BillBook;
  /** Requests whose stored input and output were deleted by a platform call. */
  deletedPayloads: string[];
  /** How the next downloads are sent, oldest first. */
  fileSendings: FileSending[];
  holds: StepHolds;
  slots: Slots;
  tools: Tools;
  key: SigningKey;
  webhookUserId: string;
  webhookTimeoutMs: number;
  webhookSlots: Slots;
  deliveries: WebhookDelivery[];
  /** Emits a request id when that job enters another phase. */
  changes: EventEmitter;
  /** Aborted when the emulator closes. */
  closing: AbortController;
  /** The address that clients use, without a trailing slash. */
  baseUrl(): string;
  log(line: string): void;
};

export function createChanges(): EventEmitter {
  return new EventEmitter().setMaxListeners(0);
}

/** One attempt. `status` is the receiver's answer; `error` says why there was none. */
export type WebhookDelivery = {
  requestId: string;
  url: string;
  attempt: number;
  atMs: number;
  body: unknown;
  status?: number;
  error?: string;
};
