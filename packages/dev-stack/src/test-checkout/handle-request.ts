import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml, type Page, readForm, sendPage } from '../local-pages/local-page.ts';
import { type LocalPageLanguage, readLocalPageTexts } from '../local-pages/texts.ts';
import {
  type CheckoutEvent,
  completedEvent,
  disputeEvent,
  disputeStatuses,
  expiredEvent,
  failedEvent,
  sessionObject,
} from './events.ts';
import { type CheckoutSession, readSession } from './session.ts';

export type CheckoutState = {
  baseUrl: string;
  secretKey: string;
  sessions: Map<string, CheckoutSession>;
  /** Sessions by idempotency key: a repeated key is answered with the same session, as Stripe does. */
  byIdempotencyKey: Map<string, CheckoutSession>;
  /** Delivers in the background, in order. */
  send: (...events: CheckoutEvent[]) => void;
};

/** Stripe's call that creates a session, and the page where a user chooses its outcome. */
export async function handleRequest(
  state: CheckoutState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', state.baseUrl);
  if (request.method === 'POST' && pathname === '/v1/checkout/sessions')
    return createSession(state, request, response);
  const disputed = /^\/pay\/(\w+)\/dispute$/.exec(pathname)?.[1];
  if (request.method === 'POST' && disputed) return dispute(state, disputed, request, response);
  const id = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
  if (id === undefined) return sendJson(response, 404, { error: { message: 'Unrecognized request URL' } });
  const local = readLocalPageTexts(request.headers['accept-language']);
  const session = state.sessions.get(id);
  if (session?.status !== 'open') return sendPage(response, 410, checkoutGonePage(local, session?.cancelUrl));
  const action = request.method === 'POST' ? (await readForm(request)).get('action') : null;
  const decide = action === null ? undefined : decisions[action];
  if (!decide) return sendPage(response, 200, checkoutPage(session, local));
  response.writeHead(303, { location: decide(session, state), 'cache-control': 'no-store' }).end();
}

type Decision = (session: CheckoutSession, state: CheckoutState) => string;

/** Effect of each button; each returns the address that the browser is redirected to. */
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
  // Stripe leaves the session open until it expires; here it expires immediately, so that tests can observe that.
  cancel(session, { send }) {
    session.status = 'expired';
    send(expiredEvent(session));
    return session.cancelUrl;
  },
};

/** Disputes a payment, as the buyer's bank does later: the form's `status` is that of the dispute. */
async function dispute(
  { sessions, send }: CheckoutState,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = sessions.get(id);
  const status = (await readForm(request)).get('status');
  const known = disputeStatuses.find((each) => each === status);
  if (session?.status !== 'complete' || !known) return sendJson(response, 404, { error: {} });
  send(disputeEvent(session, known));
  sendJson(response, 200, { status: known });
}

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

/** The purchase, its price, the notice that no money moves, and the three outcomes to choose from. */
export function checkoutPage(session: CheckoutSession, { language, texts }: LocalPageLanguage): Page {
  const { checkout: words } = texts;
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: session.currency.toUpperCase(),
  }).format(session.amountMinor / 100);
  const body = `<h1>${escapeHtml(words.title)}</h1><p role="note">${escapeHtml(words.notice)}</p>
<p><strong lang="en">${escapeHtml(session.label)}</strong><br>${escapeHtml(words.amount)}: ${escapeHtml(price)}</p>
<form method="post" action="/pay/${session.id}"><ul>
<li><button class="account go" name="action" value="complete">${escapeHtml(words.complete)}</button></li>
<li><button class="account" name="action" value="fail">${escapeHtml(words.fail)}</button></li>
<li><button class="account" name="action" value="cancel">${escapeHtml(words.cancel)}</button></li>
</ul></form>`;
  return { language, title: words.title, body };
}

/** Page of a session that is unknown or has ended. */
export function checkoutGonePage({ language, texts }: LocalPageLanguage, backUrl: string | undefined): Page {
  const { checkout: words } = texts;
  const link =
    backUrl === undefined ? '' : `<p><a href="${escapeHtml(backUrl)}">${escapeHtml(words.back)}</a></p>`;
  const body = `<h1>${escapeHtml(words.goneTitle)}</h1><p>${escapeHtml(words.goneAdvice)}</p>${link}`;
  return { language, title: words.goneTitle, body };
}
