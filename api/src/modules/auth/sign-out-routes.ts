import type { AuditEvent } from '@atelier/audit';
import { signOutBody, signOutReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import type { CookieSession, Session } from './sessions.ts';

export function signOutRoutes(api: Api, deps: RouteDeps): void {
  const { sessions } = deps;
  api.post(
    '/api/auth/logout',
    {
      schema: {
        tags: ['sign-in'],
        summary: 'Sign out of this session, or of all of them',
        body: signOutBody,
        response: { 200: signOutReply },
      },
    },
    async (request, reply) => {
      const { session, body } = request;
      if (session?.signedInBy === 'cookie') {
        const act = await (body?.everywhere ? endAll(deps, session) : endOne(deps, session));
        await deps.audit.record({ ...describeActor(request), ...act });
      }
      reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
      // Removes private files from the browser's cache and drafts from its storage, for the computer may be shared.
      reply.header('clear-site-data', '"cache", "storage"');
      return { success: true as const };
    },
  );
}

type SessionDeps = Pick<RouteDeps, 'sessions' | 'realtime'>;
type Act = Pick<AuditEvent, 'name' | 'details'>;

/** Invalidates every copy of the session's cookie and disconnects its sockets. */
async function endOne({ sessions, realtime }: SessionDeps, session: CookieSession): Promise<Act> {
  await sessions.end(session.sessionId);
  realtime.disconnectSession(session.sessionId);
  return { name: 'sign_out', details: { session_id: session.publicId } };
}

async function endAll({ sessions, realtime }: SessionDeps, { userId }: Session): Promise<Act> {
  const ended = await sessions.endAll(userId);
  realtime.disconnectUser(userId);
  return { name: 'sessions_ended', details: { sessions: ended } };
}
