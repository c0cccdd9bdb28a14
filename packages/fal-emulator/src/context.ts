import { EventEmitter } from 'node:events';
import type { CallLog } from './call-log.ts';
import type { Gates } from './gates.ts';
import type { Job } from './job.ts';
import type { Slots } from './slots.ts';
import type { Tools } from './tools.ts';
import type { SigningKey } from './webhooks/signing-key.ts';
import type { WebhookDelivery } from './webhooks/webhook-delivery.ts';

/** What can be changed while the emulator runs. */
export type Settings = {
  /** Factor on all durations: 1 is lifelike, 0 is as fast as media can be made. */
  speed: number;
  /** Delay of the webhook of a job marked [late]; 30 s times the speed when absent. */
  lateMs?: number;
  /** With 'random', a submission without a seed gets a new one; with 'fixed', one that follows from its input. */
  seeds: 'random' | 'fixed';
};

/** Everything that routes and jobs share. */
export type Context = {
  settings: Settings;
  jobs: Map<string, Job>;
  /** How often a prompt marked [busy] was refused. */
  refusals: Map<string, number>;
  calls: CallLog;
  gates: Gates;
  slots: Slots;
  tools: Tools;
  key: SigningKey;
  webhookUserId: string;
  webhookTimeoutMs: number;
  webhookSlots: Slots;
  deliveries: WebhookDelivery[];
  /** Emits a request id whenever that job enters another phase. */
  changes: EventEmitter;
  /** Aborted when the emulator closes. */
  closing: AbortController;
  /** Address that clients use, without a slash at the end. */
  baseUrl(): string;
  log(line: string): void;
};

export function createChanges(): EventEmitter {
  return new EventEmitter().setMaxListeners(0);
}
