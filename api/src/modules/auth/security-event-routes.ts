import {
  type AccountNotice,
  AppError,
  acknowledgeNoticeReply,
  idParams,
  type SecurityEvent,
  securityEventDetails,
  securityEventNames,
  securityEventsQuery,
  securityEventsReply,
} from '@atelier/contract';
import {
  acknowledgeNotice,
  listAccountNotices,
  listSecurityEvents,
  type NoticeRow,
  type SecurityEventRow,
} from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { describeDevice } from './describe-device.ts';
import { signedIn, signedInByCookie } from './session.ts';
import type { Session } from './sessions.ts';

const tags = ['sign-in'];

/** Events of a user's account, and the notices that ask about them. */
export function securityEventRoutes(api: Api, deps: RouteDeps): void {
  const { db, realtime } = deps;
  api.get(
    '/api/user/security-events',
    {
      schema: {
        tags,
        summary: 'List sign-ins and other security events of your account, newest first',
        querystring: securityEventsQuery,
        response: { 200: securityEventsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { page, pageSize } = request.query;
      const scope = { userId, names: securityEventNames, page, pageSize };
      const { rows, total } = await listSecurityEvents(db.pool, scope);
      return { data: rows.map(present), total, page, totalPages: Math.ceil(total / pageSize) };
    },
  );

  api.post(
    '/api/user/notices/:id/acknowledge',
    {
      schema: {
        tags,
        summary: 'Acknowledge a notice of your account in all of your browsers',
        params: idParams,
        response: { 200: acknowledgeNoticeReply },
      },
    },
    async (request) => {
      const { userId, publicId } = signedInByCookie(request);
      const { id } = request.params;
      if (!(await acknowledgeNotice(db.pool, { id, userId, sessionId: publicId })))
        throw new AppError('not_found');
      await realtime.emitToUser(userId, 'account:changed', {});
      return { success: true as const, id };
    },
  );
}

function present({ details, user_agent, ...row }: SecurityEventRow): SecurityEvent {
  const isByOperator = row.actor === 'operator';
  return {
    ...row,
    name: row.name as SecurityEvent['name'],
    details: securityEventDetails.safeParse(details).data ?? {},
    device: isByOperator ? null : describeDevice(user_agent),
    address: isByOperator ? null : row.address,
    created_at: row.created_at.toISOString(),
  };
}

/** Lists the notices that the browser of a session shows to its user; an API key has none. */
export async function listNotices({ db }: Pick<RouteDeps, 'db'>, session: Session): Promise<AccountNotice[]> {
  if (session.signedInBy === 'key') return [];
  const { userId, publicId } = session;
  const rows = await listAccountNotices(db.pool, { userId, sessionId: publicId });
  return rows.map(presentNotice);
}

function presentNotice({ id, name, details, address, user_agent, created_at }: NoticeRow): AccountNotice {
  const { ending, program } = securityEventDetails.safeParse(details).data ?? {};
  return {
    id,
    kind: name as AccountNotice['kind'],
    device: describeDevice(user_agent),
    address,
    key_ending: ending ?? null,
    program: program ?? null,
    created_at: created_at.toISOString(),
  };
}
