import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPage } from '../openid/page.ts';
import { pageWords } from '../openid/words.ts';
import { type CheckoutEvent, completedEvent, expiredEvent, failedEvent, sessionObject } from './events.ts';
import { checkoutGonePage, checkoutPage } from './page.ts';
import { readForm } from './read-form.ts';
import { type CheckoutSession, readSession } from './session.ts';

export type CheckoutState = {
  baseUrl: string;
  secretKey: string;
  sessions: Map<string, CheckoutSession>;
  /** Stripe's promise: the same key, the same answer. */
  byIdempotencyKey: Map<string, CheckoutSession>;
  /** Sends in the background, one after the other. */
  send: (...events: CheckoutEvent[]) => void;
};

/** Stripe's call that makes a session, and the page where a user decides what becomes of it. */
export async function handleRequest(
  state: CheckoutState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', state.baseUrl);
  if (request.method === 'POST' && pathname === '/v1/checkout/sessions')
    return createSession(state, request, response);
  const id = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
  if (id === undefined) return sendJson(response, 404, { error: { message: 'Unrecognized request URL' } });
  const { language } = pageWords(request.headers['accept-language']);
  const session = state.sessions.get(id);
  if (session?.status !== 'open')
    return sendPage(response, 410, checkoutGonePage(language, session?.cancelUrl));
  const action = request.method === 'POST' ? (await readForm(request)).get('action') : null;
  const decide = action === null ? undefined : decisions[action];
  if (!decide) return sendPage(response, 200, checkoutPage(session, language));
  response.writeHead(303, { location: decide(session, state), 'cache-control': 'no-store' }).end();
}

type Decision = (session: CheckoutSession, state: CheckoutState) => string;

/** What each button does; the answer is where the browser goes. */
const decisions: Readonly<Record<string, Decision>> = {
  complete(session, { send }) {
    session.status = 'complete';
    send(completedEvent(session));
    return session.successUrl;
  },
  fail(session, { send }) {
    session.status = 'complete';
    send(completedEvent(session, 'unpaid'), failedEvent(session));
    return session.successUrl;
  },
  // Stripe would leave the session open until its end; here the end comes at once, so that a test can see it.
  cancel(session, { send }) {
    session.status = 'expired';
    send(expiredEvent(session));
    return session.cancelUrl;
  },
};

async function createSession(
  state: CheckoutState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${state.secretKey}`) {
    const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
    return sendJson(response, 401, { error });
  }
  const key = request.headers['idempotency-key']?.toString();
  let session = key === undefined ? undefined : state.byIdempotencyKey.get(key);
  if (!session) {
    try {
      session = readSession(await readForm(request));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return sendJson(response, 400, { error: { type: 'invalid_request_error', message } });
    }
    state.sessions.set(session.id, session);
    if (key !== undefined) state.byIdempotencyKey.set(key, session);
  }
  const url = `${state.baseUrl}/pay/${session.id}`;
  sendJson(response, 200, { ...sessionObject(session, 'unpaid', session.status), url });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
