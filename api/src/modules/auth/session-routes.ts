import {
  AppError,
  endOtherSessionsReply,
  endSessionReply,
  idParams,
  type PublicSession,
  sessionsReply,
} from '@atelier/contract';
import { deleteOtherSessions, deleteOwnSession, type ListedSession } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { describeDevice } from './describe-device.ts';
import { signedInByCookie } from './session.ts';
import type { CookieSession } from './sessions.ts';

const tags = ['sign-in'];

/** Where a user is signed in. For browsers only: an API key belongs to no session. */
export function sessionRoutes(api: Api, deps: RouteDeps): void {
  const { db, sessions, realtime, audit } = deps;
  api.get(
    '/api/user/sessions',
    { schema: { tags, summary: 'List where you are signed in', response: { 200: sessionsReply } } },
    async (request) => {
      const own = signedInByCookie(request);
      const listed = await sessions.list(own.userId);
      const data = listed.map((row) => present(row, own));
      return { data: data.sort((a, b) => Number(b.is_current) - Number(a.is_current)) };
    },
  );

  api.delete(
    '/api/user/sessions/:id',
    {
      schema: {
        tags,
        summary: 'End one of your sessions',
        params: idParams,
        response: { 200: endSessionReply },
      },
    },
    async (request, reply) => {
      const { userId, publicId } = signedInByCookie(request);
      const { id } = request.params;
      const ended = await deleteOwnSession(db.pool, { userId, publicId: id });
      if (ended === undefined) throw new AppError('not_found');
      realtime.disconnectSession(ended);
      if (id === publicId) reply.header('set-cookie', [sessions.blankCookie, sessions.blankHintCookie]);
      await audit.record({ ...describeActor(request), name: 'session_ended', details: { session_id: id } });
      return { success: true as const, id };
    },
  );

  api.delete(
    '/api/user/sessions',
    {
      schema: {
        tags,
        summary: 'End all of your sessions but this one',
        response: { 200: endOtherSessionsReply },
      },
    },
    async (request) => {
      const ended = await deleteOtherSessions(db.pool, signedInByCookie(request));
      for (const sessionId of ended) realtime.disconnectSession(sessionId);
      const details = { sessions: ended.length };
      await audit.record({ ...describeActor(request), name: 'sessions_ended', details });
      return { success: true as const, ended: ended.length };
    },
  );
}

function present(row: ListedSession, { publicId }: CookieSession): PublicSession {
  return {
    id: row.public_id,
    device: describeDevice(row.user_agent),
    sign_in_address: row.sign_in_address,
    last_address: row.last_address,
    signed_in_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    is_current: row.public_id === publicId,
    is_notified: row.is_notified,
  };
}
