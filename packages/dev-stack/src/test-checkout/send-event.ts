import { setTimeout as delay } from 'node:timers/promises';
import type { CheckoutEvent } from './events.ts';

export type EventTarget = {
  webhookUrl: string;
  webhookSecret: string;
  /** Aborts the wait between attempts. */
  signal: AbortSignal;
};

/** Waits before the retries: the api may be restarting. */
const retryAfterMs = [250, 1_000, 3_000, 10_000];

/** The headers of a delivery, signed by Stripe's own test helper. `timestampSeconds` defaults to now. */
export async function signEvent(
  payload: string,
  { webhookSecret, timestampSeconds }: { webhookSecret: string; timestampSeconds?: number },
): Promise<Record<string, string>> {
  // Loaded on first use: it is large and most stacks never need it.
  const { default: Stripe } = await import('stripe');
  const timestamp = timestampSeconds ?? Math.floor(Date.now() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
  return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
}

/** Delivers an event with retries until it is answered with 2xx, like Stripe; gives up after about 15 s. */
export async function sendEvent(event: CheckoutEvent, target: EventTarget): Promise<void> {
  const payload = JSON.stringify(event);
  for (const waitMs of [0, ...retryAfterMs]) {
    await delay(waitMs, undefined, { signal: target.signal });
    if (await deliver(payload, target)) return;
  }
  throw new Error(`${target.webhookUrl} did not accept the event ${event.id} (${event.type})`);
}

async function deliver(payload: string, target: EventTarget): Promise<boolean> {
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
    // Not reachable: retried, and reported after the last attempt.
    target.signal.throwIfAborted();
    return false;
  }
}
