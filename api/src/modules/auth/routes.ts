import { randomBytes } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { upsertUserFromIdentity } from '@atelier/db';
import { generateCodeVerifier } from 'arctic';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { knownError, sendError } from '../../plugins/errors.ts';
import { loginLimit } from '../../plugins/rate-limit.ts';
import type { SignInSecrets } from './identity-provider.ts';
import { safeRedirect } from './safe-redirect.ts';
import { createSignInProblemPage } from './sign-in-problem-page.ts';
import { endSession } from './sign-out-routes.ts';

const loginQuery = z.object({
  redirect: z.optional(z.string()),
  login_hint: z.optional(z.string().check(z.maxLength(320))),
});

/** Loose, because providers add parameters of their own. */
const callbackQuery = z.looseObject({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  iss: z.optional(z.string()),
  error: z.optional(z.string()),
});

const signInSeconds = 600;

export function authRoutes(api: Api, deps: RouteDeps): void {
  const { env, sessions, identityProvider } = deps;
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  const cookieName = isSecure ? '__Host-sign-in' : 'sign-in';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const tags = ['sign-in'];

  api.get(
    '/api/auth/login',
    {
      ...loginLimit(env),
      schema: { tags, summary: 'Redirect to the identity provider to sign in', querystring: loginQuery },
    },
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
      errorHandler: sendSignInProblem(createSignInProblemPage(env.WEB_DIST)),
      schema: { tags, summary: 'Return from the identity provider', querystring: callbackQuery },
    },
    async (request, reply) => {
      // Single use, even when the sign-in fails.
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

function matchSignIn(
  query: z.infer<typeof callbackQuery>,
  signIn: SignInCookie | undefined,
  issuer: string,
): SignInCookie {
  if (!signIn || query.state !== signIn.state) throw new AppError('invalid_oauth_state');
  if (query.iss !== undefined && query.iss !== issuer) throw new AppError('invalid_oauth_state');
  return signIn;
}

/**
 * Error handler of the sign-in callback: a browser that comes back from the identity provider shows whatever it is sent,
 * so a failed sign-in is a page with a way back and not a line of JSON.
 */
function sendSignInProblem(renderPage: (message: string) => string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = knownError(error, request);
    if (!request.headers.accept?.includes('text/html')) return sendError(request, reply, known);
    return reply.status(known.status).type('text/html; charset=utf-8').send(renderPage(known.message));
  };
}

const cookieContent = z.object({
  state: z.string().check(z.minLength(43)),
  verifier: z.string().check(z.minLength(43)),
  nonce: z.string().check(z.minLength(43)),
  redirect: z.string(),
});

type SignInCookie = SignInSecrets & { redirect: string };

/**
 * What the callback must match. Only this browser's cookie holds it, so a callback link made by someone else cannot sign
 * this browser in. Each value is 32 random bytes.
 */
function newSignIn(redirect: string): SignInCookie {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: generateCodeVerifier(), nonce: random(), redirect };
}

function encodeSignIn(signIn: SignInCookie): string {
  return Buffer.from(JSON.stringify(signIn)).toString('base64url');
}

/** Undefined for a cookie that is missing or malformed. */
function decodeSignIn(cookie: string | undefined): SignInCookie | undefined {
  if (!cookie) return undefined;
  try {
    const parsed = cookieContent.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
