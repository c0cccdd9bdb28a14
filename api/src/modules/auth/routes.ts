import { randomBytes } from 'node:crypto';
import { AppError, pushLanguages } from '@atelier/contract';
import { generateCodeVerifier } from 'arctic';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { addRetryAfter, knownError, sendError } from '../../plugins/errors.ts';
import { prefersDocument } from '../../plugins/preferred-type.ts';
import { loginLimit, loginReturnLimit } from '../../plugins/rate-limit.ts';
import { findLanguage } from '../../plugins/web-app.ts';
import { createBrowserIds } from './browser-ids.ts';
import { completeSignIn, countFailedSignIn } from './complete-sign-in.ts';
import type { SignInSecrets } from './identity-provider.ts';
import { UnverifiedAddress } from './read-claims.ts';
import { safeRedirect } from './safe-redirect.ts';
import { createSignInProblemPage } from './sign-in-problem-page.ts';

const loginQuery = z.object({
  redirect: z.optional(z.string()),
  login_hint: z.optional(z.string().check(z.maxLength(320))),
  /** Whether the user must prove who they are although the identity provider remembers them. */
  again: z._default(z.stringbool(), false),
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
  const pending = namePending(isSecure ? '__Host-sign-in-' : 'sign-in-');
  const browserIds = createBrowserIds({ isSecure });
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const tags = ['sign-in'];
  const errorHandler = sendSignInProblem(createSignInProblemPage(env.WEB_DIST));

  api.get(
    '/api/auth/login',
    {
      ...loginLimit(env),
      errorHandler,
      schema: { tags, summary: 'Redirect to the identity provider to sign in', querystring: loginQuery },
    },
    async (request, reply) => {
      const { redirect, login_hint: hint, again: isAgain } = request.query;
      const signIn = newSignIn(safeRedirect(redirect, new URL(env.PUBLIC_URL).origin), isAgain);
      // Signing in again is for the same account, so the provider need not offer others.
      const loginHint = hint ?? (isAgain ? request.session?.email : undefined);
      const url = await identityProvider.authorizationUrl(signIn, { loginHint, isAgain });
      for (const name of pending.listExcess(request)) reply.clearCookie(name, cookieOptions);
      return reply
        .setCookie(pending.formatName(signIn.state), encodeSignIn(signIn), {
          ...cookieOptions,
          maxAge: signInSeconds,
        })
        .header('cache-control', 'no-store')
        .redirect(url.href);
    },
  );

  api.get(
    '/api/auth/callback',
    {
      ...loginReturnLimit(env),
      errorHandler,
      schema: { tags, summary: 'Return from the identity provider', querystring: callbackQuery },
    },
    async (request, reply) => {
      // A reply that sets a session belongs to one browser.
      reply.header('cache-control', 'no-store');
      try {
        const { cookies, query } = request;
        const name = pending.formatName(query.state ?? '');
        const signIn = matchSignIn(query, decodeSignIn(cookies[name]));
        // Single use, even when the sign-in fails. Others that are pending in this browser stay.
        reply.clearCookie(name, cookieOptions);
        if (query.iss !== undefined && query.iss !== identityProvider.issuer)
          throw new AppError('invalid_oauth_state', { cause: new Error('Another issuer has answered') });
        const browser = browserIds.secretOf(cookies[browserIds.cookieName]);
        const { cookie, endedSessionIds } = await returnFromProvider(deps, request, { ...signIn, browser });
        disconnectWhenSent(deps, reply, endedSessionIds);
        reply.header('set-cookie', [cookie, sessions.createHintCookie(), browserIds.cookie(browser)]);
        return reply.redirect(signIn.redirect);
      } catch (error) {
        // The reply does not say why, and only the operator can put it right.
        if (error instanceof AppError && error.cause && !(error.cause instanceof UnverifiedAddress))
          request.log.warn({ err: error.cause, code: error.code }, 'sign-in refused');
        await countFailedSignIn(deps, { error, actor: describeActor(request) });
        throw error;
      }
    },
  );
}

type CallbackRequest = FastifyRequest<{ Querystring: z.infer<typeof callbackQuery> }>;

async function returnFromProvider(
  deps: RouteDeps,
  request: CallbackRequest,
  signIn: SignInCookie & { browser: string },
): Promise<{ cookie: string; endedSessionIds: string[] }> {
  const { code, iss, error } = request.query;
  if (!code)
    throw new AppError('sign_in_failed', {
      cause: new Error(`The provider answers ${error?.slice(0, 100) ?? 'no code'}`),
    });
  const identified = await deps.identityProvider.identify({ code, iss }, signIn);
  const { requestId, address, userAgent } = describeActor(request);
  return completeSignIn(deps, {
    ...identified,
    replaced: request.session,
    isAgain: signIn.isAgain ?? false,
    browser: signIn.browser,
    language: findLanguage(request, pushLanguages),
    origin: { requestId, address, userAgent },
  });
}

/**
 * Disconnects the sockets of replaced sessions, once the browser has the new cookie: its other tabs connect again, and
 * with the old cookie they would be signed out and clear the new one.
 */
function disconnectWhenSent({ realtime }: RouteDeps, reply: FastifyReply, sessionIds: string[]): void {
  reply.raw.once('close', () => {
    for (const sessionId of sessionIds) realtime.disconnectSession(sessionId);
  });
}

function matchSignIn(
  { state }: z.infer<typeof callbackQuery>,
  signIn: SignInCookie | undefined,
): SignInCookie {
  if (!signIn || state !== signIn.state) throw new AppError('invalid_oauth_state');
  return signIn;
}

/** Tabs in which a user has begun to sign in and not come back. */
const maxPending = 4;

/** One cookie for each sign-in that is pending, so that several tabs do not end each other's. */
function namePending(prefix: string) {
  return {
    formatName: (state: string) => `${prefix}${state.slice(0, 8)}`,
    /** Cookies to remove so that another fits: browsers send the oldest first. */
    listExcess: ({ cookies }: FastifyRequest) =>
      Object.keys(cookies)
        .filter((name) => name.startsWith(prefix))
        .slice(0, 1 - maxPending),
  };
}

/**
 * Error handler of what a browser opens to sign in: it shows whatever it is sent, so a failed sign-in is a page with a way
 * back and not a line of JSON.
 */
function sendSignInProblem(renderPage: (message: string) => string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = knownError(error, request);
    reply.header('vary', 'accept').header('cache-control', 'no-store');
    addRetryAfter(reply, known);
    if (!prefersDocument(request, false)) return sendError(request, reply, known);
    return reply.status(known.status).type('text/html; charset=utf-8').send(renderPage(known.message));
  };
}

const cookieContent = z.object({
  state: z.string().check(z.minLength(43)),
  verifier: z.string().check(z.minLength(43)),
  nonce: z.string().check(z.minLength(43)),
  redirect: z.string(),
  isAgain: z.optional(z.boolean()),
});

type SignInCookie = SignInSecrets & { redirect: string; isAgain?: boolean };

/**
 * Creates the values that the callback must match. Only this browser's cookie holds them, so a callback link made by someone
 * else cannot sign this browser in. Each value is 32 random bytes.
 */
function newSignIn(redirect: string, isAgain: boolean): SignInCookie {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: generateCodeVerifier(), nonce: random(), redirect, isAgain };
}

function encodeSignIn(signIn: SignInCookie): string {
  return Buffer.from(JSON.stringify(signIn)).toString('base64url');
}

/** Returns undefined when the cookie is missing or malformed. */
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
