import type { OpenidProvider } from '@atelier/dev-stack';
import type { Reply, TestBrowser } from './test-browser.ts';

export const loginPath = '/api/auth/login';

function locationOf(reply: { headers: Headers }): string {
  return reply.headers.get('location') ?? '';
}

/** Where the provider is asked to send the browser back to: path and query of our callback. */
export async function visitProvider(begun: Reply): Promise<string> {
  const answer = await fetch(locationOf(begun), { redirect: 'manual' });
  const back = new URL(locationOf(answer));
  return `${back.pathname}${back.search}`;
}

/** The whole loop of a user with this address: login, provider, callback. Returns the callback's answer. */
export async function signIn(browser: TestBrowser, email: string, redirect = '/'): Promise<Reply> {
  const query = new URLSearchParams({ login_hint: email, redirect });
  const begun = await browser.get(`${loginPath}?${query}`);
  if (begun.status !== 302) return begun;
  return browser.get(await visitProvider(begun));
}

/** The API's settings for this provider. */
export function providerSettings(provider: OpenidProvider): Record<string, string> {
  return {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  };
}
