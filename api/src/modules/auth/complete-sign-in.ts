import type { AuditEvent } from '@atelier/audit';
import { AppError } from '@atelier/contract';
import {
  deleteOwnSession,
  findEarlierSignIn,
  findUserByEmail,
  rememberLanguage,
  upsertUserFromIdentity,
} from '@atelier/db';
import type { RouteDeps } from '../../api.ts';
import { toBrowserId } from './browser-ids.ts';
import { freshMs } from './guards.ts';
import type { Identified } from './identity-provider.ts';
import { raiseNotice } from './raise-notice.ts';
import { UnverifiedAddress } from './read-claims.ts';
import type { Session } from './sessions.ts';

type SignInDeps = Pick<RouteDeps, 'db' | 'sessions' | 'audit' | 'realtime'>;

type Completion = Identified & {
  /** The session of the browser, which ends: the new one takes its place. */
  replaced: Session | null;
  /** The user was asked to prove again who they are. */
  isAgain: boolean;
  /** The secret of the browser's cookie; see browser-ids.ts. */
  browser: string;
  /** Language of the page that the user signed in on. */
  language: string;
  /** Origin of the request, for the audit log. */
  origin: Pick<AuditEvent, 'requestId' | 'address' | 'userAgent'>;
};

type Completed = {
  /** The Set-Cookie header of the new session. */
  cookie: string;
  /** Sessions that ended in its favour, whose sockets are still connected. */
  endedSessionIds: string[];
};

const maxUserAgentLength = 300;

/**
 * Signs in the user of an identity, who is made at the first sign-in. In a browser that is new to an account their other
 * browsers are asked about it. Throws sign_in_failed when a sign-in that was to be new is an old one of the provider,
 * identity_conflict.
 */
export async function completeSignIn(deps: SignInDeps, completion: Completion): Promise<Completed> {
  refuseOldSignIn(completion);
  const { identity, authenticatedAt, browser, origin } = completion;
  const { userId } = await upsertUserFromIdentity(deps.db, identity);
  await rememberLanguage(deps.db.pool, userId, completion.language);
  const publicId = toBrowserId(browser, userId);
  const endedSessionIds = await endAllSessions(deps, completion, { userId, publicId });
  const earlier = await findEarlierSignIn(deps.db.pool, { userId, sessionId: publicId });
  const cookie = await deps.sessions.start(userId, {
    publicId,
    authenticatedAt,
    address: origin.address ?? null,
    userAgent: origin.userAgent?.slice(0, maxUserAgentLength) ?? null,
  });
  const details = { session_id: publicId, is_again: completion.replaced?.userId === userId };
  const event = { ...origin, name: 'sign_in', actor: 'user', actorId: userId, userId, details } as const;
  if (earlier.hasSignedIn && !earlier.hasSignedInHere)
    await raiseNotice(deps, { event, userId, sessionId: publicId });
  else await deps.audit.record(event);
  return { cookie, endedSessionIds };
}

function refuseOldSignIn({ isAgain, authenticatedAt }: Completion): void {
  if (!isAgain || !authenticatedAt || Date.now() - authenticatedAt.getTime() < freshMs) return;
  throw new AppError('sign_in_failed', {
    message: 'The identity provider did not ask you to sign in again',
  });
}

/** The session whose cookie the browser sent, and one of the same browser whose cookie was lost. */
async function endAllSessions(
  { db, sessions }: SignInDeps,
  { replaced }: Completion,
  browser: { userId: string; publicId: string },
): Promise<string[]> {
  const sent = replaced?.signedInBy === 'cookie' ? replaced.sessionId : undefined;
  if (sent) await sessions.end(sent);
  const lost = await deleteOwnSession(db.pool, browser);
  return [sent, lost].filter((sessionId) => sessionId !== undefined);
}

type Failure = { error: unknown; actor: Omit<AuditEvent, 'name'> };

/** Counts a refused sign-in, for the account of the browser's session or of the refused address if there is one. */
export async function countFailedSignIn(
  { db, audit }: Pick<RouteDeps, 'db' | 'audit'>,
  { error, actor }: Failure,
): Promise<void> {
  if (!(error instanceof AppError) || error.status >= 500) return;
  const { cause } = error;
  const refused =
    cause instanceof UnverifiedAddress ? await findUserByEmail(db.pool, cause.email) : undefined;
  audit.count({
    ...actor,
    name: 'sign_in_failed',
    userId: refused ?? actor.userId,
    details: { code: error.code },
  });
}
