import { randomBytes } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { upsertUserFromIdentity } from '@atelier/db';
import { generateCodeVerifier } from 'arctic';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { loginLimit } from '../../plugins/rate-limit.ts';
import type { SignInSecrets } from './identity-provider.ts';
import { safeRedirect } from './safe-redirect.ts';
import { endSession } from './sign-out-routes.ts';

const content = z.object({
  state: z.string().check(z.minLength(43)),
  verifier: z.string().check(z.minLength(43)),
  nonce: z.string().check(z.minLength(43)),
  redirect: z.string(),
});
type SignInCookie = SignInSecrets & { redirect: string };

const signInSeconds = 600;

/** What a sign-in must come back with: 32 random bytes each, kept by this browser alone (reliability.md, S1 to S3). */
function newSignIn(redirect: string): SignInCookie {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: generateCodeVerifier(), nonce: random(), redirect };
}

function encodeSignIn(signIn: SignInCookie): string {
  return Buffer.from(JSON.stringify(signIn)).toString('base64url');
}

/** Undefined for a cookie that is missing or was not made here. */
function decodeSignIn(cookie: string | undefined): SignInCookie | undefined {
  if (!cookie) return undefined;
  try {
    const parsed = content.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const loginQuery = z.object({
  redirect: z.optional(z.string()),
  login_hint: z.optional(z.string().check(z.maxLength(320))),
});

/** Loose: providers send parameters of their own along. */
const callbackQuery = z.looseObject({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  iss: z.optional(z.string()),
  error: z.optional(z.string()),
});

export function authRoutes(api: Api, deps: RouteDeps): void {
  const { env, sessions, identityProvider } = deps;
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  const cookieName = isSecure ? '__Host-sign-in' : 'sign-in';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const tags = ['sign-in'];

  api.get(
    '/api/auth/login',
    { ...loginLimit(env), schema: { tags, summary: 'Start to sign in', querystring: loginQuery } },
    async (request, reply) => {
      const signIn = newSignIn(safeRedirect(request.query.redirect, new URL(env.PUBLIC_URL).origin));
      const url = await identityProvider.authorizationUrl(signIn, request.query.login_hint);
      return reply
        .setCookie(cookieName, encodeSignIn(signIn), { ...cookieOptions, maxAge: signInSeconds })
        .header('cache-control', 'no-store')
        .redirect(url.href);
    },
  );

  api.get(
    '/api/auth/callback',
    {
      ...loginLimit(env),
      schema: { tags, summary: 'The return from the identity provider', querystring: callbackQuery },
    },
    async (request, reply) => {
      // Single use, whatever comes of it.
      reply.clearCookie(cookieName, cookieOptions);
      const signIn = matchSignIn(
        request.query,
        decodeSignIn(request.cookies[cookieName]),
        identityProvider.issuer,
      );
      if (!request.query.code) throw new AppError('sign_in_failed');
      const identity = await identityProvider.identify(request.query.code, signIn);
      const { userId } = await upsertUserFromIdentity(deps.db, identity);
      if (request.session?.signedInBy === 'cookie') await endSession(deps, request.session.sessionId);
      const cookies = [await sessions.start(userId), sessions.hintCookie];
      return reply.header('set-cookie', cookies).redirect(signIn.redirect);
    },
  );
}

type Callback = z.infer<typeof callbackQuery>;

function matchSignIn(query: Callback, signIn: SignInCookie | undefined, issuer: string): SignInCookie {
  if (!signIn || query.state !== signIn.state) throw new AppError('invalid_oauth_state');
  if (query.iss !== undefined && query.iss !== issuer) throw new AppError('invalid_oauth_state');
  return signIn;
}
