import { type OpenidProvider, startOpenidProvider } from '@atelier/dev-stack';
import { expect } from 'vitest';
import { refusal } from './refusal.ts';
import { publicUrl } from './start-test-api.ts';
import type { Reply, TestBrowser } from './test-browser.ts';

export const loginPath = '/api/auth/login';

function readLocation(reply: { headers: Headers }): string {
  return reply.headers.get('location') ?? '';
}

/** Lets the provider answer a started sign-in; returns path and query of our callback. */
export async function visitProvider(begun: Reply): Promise<string> {
  const answer = await fetch(readLocation(begun), { redirect: 'manual' });
  const back = new URL(readLocation(answer));
  return `${back.pathname}${back.search}`;
}

/** The whole sign-in of a user with this address: login, provider, callback. Returns the callback's reply. */
export async function signIn(browser: TestBrowser, email: string, redirect = '/'): Promise<Reply> {
  const query = new URLSearchParams({ login_hint: email, redirect });
  const begun = await browser.get(`${loginPath}?${query}`);
  if (begun.status !== 302) return begun;
  return browser.get(await visitProvider(begun));
}

/** An OpenID provider that accepts the test APIs' callbacks; with `port`, one that comes back after an outage. */
export function startProvider(port?: number): Promise<OpenidProvider> {
  const origins = [publicUrl, 'https://atelier.test'];
  return startOpenidProvider({ port, redirectUris: origins.map((origin) => `${origin}/api/auth/callback`) });
}

/** The API's settings for this provider. */
export function providerSettings(provider: OpenidProvider): Record<string, string> {
  return {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  };
}

export const providerUnavailable = refusal('unavailable', 'The service is unavailable at the moment');
export const invalidIdToken = refusal('invalid_id_token', 'The identity provider sent an invalid token');
export const codeRefused = refusal('sign_in_failed', 'The identity provider refused the sign-in');
export const emailNotVerified = refusal(
  'sign_in_failed',
  'The e-mail address is not verified at the identity provider',
);

/** The sign-in was refused and no session cookie was set. */
export function expectSignInRefused(reply: Reply, status: number, body: unknown): void {
  expect([reply.status, reply.body]).toEqual([status, body]);
  expect(sessionCookies(reply)).toEqual([]);
}

export function sessionCookies(reply: Reply): string[] {
  return reply.headers.getSetCookie().filter((line) => /^sid=[^;]/.test(line));
}
