import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { type LocalAccount, localSubject, readEmail } from './accounts.ts';
import { problemPage, sendPage, signInPage } from './page.ts';
import { pageWords } from './words.ts';

const maxFormBytes = 4_096;

/** Serves `/interaction/:uid`: shows the accounts, and signs in the chosen one. */
export async function handleSignIn(
  provider: Provider,
  accounts: readonly LocalAccount[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { language, words } = pageWords(request.headers['accept-language']);
  let hint: unknown;
  try {
    hint = (await provider.interactionDetails(request, response)).params.login_hint;
  } catch (error) {
    // An old tab, or a provider that was started again since: the library answers with one error for both.
    return sendPage(
      response,
      400,
      problemPage(language, words, error instanceof Error ? error.message : 'expired'),
    );
  }
  const typed = request.method === 'POST' ? await readEmailField(request) : undefined;
  const email = readEmail(typed) ?? (request.method === 'GET' ? readEmail(String(hint ?? '')) : undefined);
  if (email !== undefined) {
    const login = { accountId: localSubject(email), remember: false };
    return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  }
  const page = signInPage({ accounts, language, words, action: request.url ?? '', refused: typed });
  sendPage(response, typed === undefined ? 200 : 422, page);
}

async function readEmailField(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) break;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('email') ?? '';
}
