import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type CheckoutEvent, disputeEvent, refundedEvent } from './events.ts';
import { type CheckoutState, handleRequest } from './handle-request.ts';
import { sendEvent } from './send-event.ts';
import type { CheckoutSession } from './session.ts';

export type TestCheckoutOptions = {
  /** Default 0: any free port. */
  port?: number;
  /** The application's endpoint for Stripe's events. */
  webhookUrl: string;
  /** An event that could not be delivered, or a failed request. */
  onProblem?: (error: Error) => void;
};

export type TestCheckout = {
  /** Values of STRIPE_BASE_URL, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  /** Keyed by the id in the page's address. */
  sessions: ReadonlyMap<string, CheckoutSession>;
  /** Sends a refund event; `refundedMinor` is the total refunded so far. */
  refund(sessionId: string, refundedMinor: number): Promise<void>;
  dispute(sessionId: string, status: Parameters<typeof disputeEvent>[1]): Promise<void>;
  close(): Promise<void>;
};

/**
 * A local stand-in for Stripe: the call that creates a checkout session, a page that says that no money moves, and events
 * with Stripe's format and signature. The application runs the same code against either.
 */
export async function startTestCheckout(options: TestCheckoutOptions): Promise<TestCheckout> {
  const { port = 0, webhookUrl, onProblem = () => undefined } = options;
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const abort = new AbortController();
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The test checkout has no TCP address');

  const deliver = (event: CheckoutEvent) =>
    sendEvent(event, { webhookUrl, webhookSecret, signal: abort.signal });
  const report = (error: unknown) => {
    if (!abort.signal.aborted) onProblem(error instanceof Error ? error : new Error(String(error)));
  };
  const state: CheckoutState = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    sessions: new Map(),
    byIdempotencyKey: new Map(),
    send: (...events) => void deliverInOrder(events, deliver).catch(report),
  };
  server.on('request', (request, response) => {
    handleRequest(state, request, response).catch((error: unknown) => {
      report(error);
      response.destroy();
    });
  });
  const findSession = (id: string) => {
    const session = state.sessions.get(id);
    if (!session) throw new Error(`The test checkout has no session ${id}`);
    return session;
  };
  return {
    url: state.baseUrl,
    secretKey: state.secretKey,
    webhookSecret,
    sessions: state.sessions,
    refund: (id, refundedMinor) => deliver(refundedEvent(findSession(id), refundedMinor)),
    dispute: (id, status) => deliver(disputeEvent(findSession(id), status)),
    async close() {
      abort.abort();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function deliverInOrder(
  events: CheckoutEvent[],
  deliver: (event: CheckoutEvent) => Promise<void>,
): Promise<void> {
  for (const event of events) await deliver(event);
}
