import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { escapeHtml, type Page, readForm, sendPage } from '../local-pages/local-page.ts';
import { type LocalPageLanguage, readLocalPageTexts } from '../local-pages/texts.ts';
import { type LocalAccount, localSubject, readEmail } from './accounts.ts';

/** Serves `/interaction/:uid`: shows the accounts and signs in the chosen one. */
export async function handleSignIn(
  provider: Provider,
  accounts: readonly LocalAccount[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const local = readLocalPageTexts(request.headers['accept-language']);
  let params: Record<string, unknown>;
  try {
    ({ params } = await provider.interactionDetails(request, response));
  } catch (error) {
    // A stale tab, or a provider that has been restarted: the library reports the same error for both.
    return sendPage(response, 400, problemPage(local, error instanceof Error ? error.message : 'expired'));
  }
  const typed = request.method === 'POST' ? ((await readForm(request)).get('email') ?? '') : undefined;
  const hint = readEmail(String(params.login_hint ?? ''));
  const email = readEmail(typed) ?? (request.method === 'GET' && !isPrompted(params) ? hint : undefined);
  if (email !== undefined) {
    const login = { accountId: localSubject(email), remember: false };
    return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  }
  const page = signInPage({ local, accounts, action: request.url ?? '', refused: typed, hint });
  sendPage(response, typed === undefined ? 200 : 422, page);
}

/** Whether the request asks for a new sign-in, whatever is known of the user. */
export function isPrompted(params: Readonly<Record<string, unknown>> | undefined): boolean {
  return String(params?.prompt ?? '')
    .split(' ')
    .includes('login');
}

/** The ready accounts and a field for any other address, posted to `action`. */
export function signInPage(options: {
  accounts: readonly LocalAccount[];
  local: LocalPageLanguage;
  action: string;
  /** Rejected input that was not an address. */
  refused: string | undefined;
  /** The address to fill in. */
  hint?: string;
}): Page {
  const { accounts, local, action, refused, hint = '' } = options;
  const { signIn: words } = local.texts;
  const buttons = accounts.map(
    ({ email, describedAs }) =>
      `<li><button class="account" name="email" value="${escapeHtml(email)}">` +
      `<strong>${escapeHtml(email)}</strong><span>${escapeHtml(words.accounts[describedAs])}</span></button></li>`,
  );
  const error =
    refused === undefined
      ? ''
      : `<p class="error" id="error" role="alert">${escapeHtml(words.badAddress)}</p>`;
  const described = refused === undefined ? 'hint' : 'error hint';
  const body = `<h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.intro)}</p>
<form method="post" action="${escapeHtml(action)}"><ul>${buttons.join('')}</ul></form>
<form method="post" action="${escapeHtml(action)}" novalidate>
<label for="email">${escapeHtml(words.otherLabel)}</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="email" aria-describedby="${described}"
 value="${escapeHtml(refused ?? hint)}"><button class="go">${escapeHtml(words.otherButton)}</button></div>
${error}<p class="hint" id="hint">${escapeHtml(words.otherHint)}</p></form>`;
  return { language: local.language, title: words.title, body };
}

/** Renders the page of a refused request; `reason` is the protocol's error code and description. */
export function problemPage({ language, texts }: LocalPageLanguage, reason: string): Page {
  const { signIn: words } = texts;
  const body = `<h1>${escapeHtml(words.problemTitle)}</h1><p>${escapeHtml(words.problemAdvice)}</p>
<p><code>${escapeHtml(reason)}</code></p>`;
  return { language, title: words.problemTitle, body };
}
