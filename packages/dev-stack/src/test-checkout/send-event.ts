import { setTimeout as delay } from 'node:timers/promises';
import type { CheckoutEvent } from './events.ts';

export type EventTarget = {
  webhookUrl: string;
  webhookSecret: string;
  /** Ends the waiting between attempts. */
  signal: AbortSignal;
};

/** Waits before each further attempt: the api may be starting again just now. */
const waitsMs = [250, 1_000, 3_000, 10_000];

/** The headers of a delivery, signed by Stripe's own helper. Absent `timestampSeconds`: now. */
export async function signEvent(
  payload: string,
  { webhookSecret, timestampSeconds }: { webhookSecret: string; timestampSeconds?: number },
): Promise<Record<string, string>> {
  // Loaded at its first use: it is large, and most stacks never sell anything.
  const { default: Stripe } = await import('stripe');
  const timestamp = timestampSeconds ?? Math.floor(Date.now() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
  return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
}

/** Delivers an event until it is answered with 2xx, as Stripe does; gives up after a quarter of a minute. */
export async function sendEvent(event: CheckoutEvent, target: EventTarget): Promise<void> {
  const payload = JSON.stringify(event);
  for (const waitMs of [0, ...waitsMs]) {
    await delay(waitMs, undefined, { signal: target.signal });
    if (await isTaken(payload, target)) return;
  }
  throw new Error(`${target.webhookUrl} did not take the event ${event.id} (${event.type})`);
}

async function isTaken(payload: string, target: EventTarget): Promise<boolean> {
  const headers = await signEvent(payload, target);
  try {
    const response = await fetch(target.webhookUrl, {
      method: 'POST',
      headers,
      body: payload,
      signal: target.signal,
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Nobody listens at the moment: the next attempt, or the error after the last one, tells.
    target.signal.throwIfAborted();
    return false;
  }
}
