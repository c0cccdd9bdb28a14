import { signOutBody, signOutReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import type { Session } from './sessions.ts';

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
        if (body?.everywhere) await endAll(deps, session);
        else await endSession(deps, session.sessionId);
      }
      reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
      return { success: true as const };
    },
  );
}

type SessionDeps = Pick<RouteDeps, 'sessions' | 'realtime'>;

/** Invalidates every copy of the session's cookie and disconnects its sockets. */
export async function endSession({ sessions, realtime }: SessionDeps, sessionId: string): Promise<void> {
  await sessions.end(sessionId);
  realtime.disconnectSession(sessionId);
}

async function endAll({ sessions, realtime }: SessionDeps, { userId }: Session): Promise<void> {
  await sessions.endAll(userId);
  realtime.disconnectUser(userId);
}
