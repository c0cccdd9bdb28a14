import { randomBytes } from 'node:crypto';
import { generateCodeVerifier } from 'arctic';
import * as z from 'zod/mini';
import type { SignInSecrets } from './identity-provider.ts';

const content = z.object({
  state: z.string().check(z.minLength(43)),
  verifier: z.string().check(z.minLength(43)),
  nonce: z.string().check(z.minLength(43)),
  redirect: z.string(),
});
export type SignInCookie = SignInSecrets & { redirect: string };

export const signInSeconds = 600;

/** What a sign-in must come back with: 32 random bytes each, kept by this browser alone (reliability.md, S1 to S3). */
export function newSignIn(redirect: string): SignInCookie {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: generateCodeVerifier(), nonce: random(), redirect };
}

export function encodeSignIn(signIn: SignInCookie): string {
  return Buffer.from(JSON.stringify(signIn)).toString('base64url');
}

/** Undefined for a cookie that is missing or was not made here. */
export function decodeSignIn(cookie: string | undefined): SignInCookie | undefined {
  if (!cookie) return undefined;
  try {
    const parsed = content.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
