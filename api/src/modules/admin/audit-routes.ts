import { Readable } from 'node:stream';
import {
  type AdminAuditEvent,
  type AdminAuditFilter,
  adminAuditFilter,
  adminAuditQuery,
  adminAuditReply,
} from '@atelier/contract';
import {
  type AuditRow,
  type AuditScope,
  type Db,
  findUserByEmail,
  listAuditEvents,
  readAuditEvents,
  toCsvCell,
} from '@atelier/db';
import { validate as isUuid } from 'uuid';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';

const tags = ['admin'];

/** Shows operators the audit log, page by page and as CSV. */
export function adminAuditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/audit',
    {
      schema: {
        tags,
        summary: 'List the audit log, newest first',
        querystring: adminAuditQuery,
        response: { 200: adminAuditReply },
      },
    },
    async (request) => {
      const { before, pageSize, ...filter } = request.query;
      const scope = await toScope(deps.db, filter);
      // One more than the page holds, which says whether another follows.
      const rows = scope
        ? await listAuditEvents(deps.db, { ...scope, beforeId: before, limit: pageSize + 1 })
        : [];
      const data = rows.slice(0, pageSize).map(present);
      return { data, next: rows.length > pageSize ? (data.at(-1)?.id ?? null) : null };
    },
  );

  api.get(
    '/api/admin/audit.csv',
    {
      schema: {
        tags,
        summary: 'Export the audit log as CSV, newest first',
        querystring: adminAuditFilter,
        response: { 200: { content: { 'text/csv': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const scope = await toScope(deps.db, request.query);
      await deps.audit.record({
        name: 'operator_exported_audit',
        ...describeOperator(request, scope?.userId ?? null),
        details: { ...scope },
      });
      reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
      const file = Readable.from(lines(deps.db, scope), { objectMode: false });
      return reply.type('text/csv; charset=utf-8').send(file);
    },
  );
}

/** Returns undefined when the account or operator does not exist and so has no events. */
async function toScope(
  db: Db,
  { name, actor, account, operator, from, to }: AdminAuditFilter,
): Promise<AuditScope | undefined> {
  const [userId, operatorId] = await Promise.all([findId(db, account), findId(db, operator)]);
  if ((account && !userId) || (operator && !operatorId)) return undefined;
  const [first, end] = [from && new Date(from), to && new Date(to)];
  return { name, actor, userId, operatorId, from: first || undefined, to: end || undefined };
}

async function findId(db: Db, search: string | undefined): Promise<string | undefined> {
  if (search === undefined || isUuid(search)) return search;
  return findUserByEmail(db.pool, search);
}

function present({ created_at, ...row }: AuditRow): AdminAuditEvent {
  return { ...row, created_at: created_at.toISOString() };
}

const columns = [
  'id',
  'created_at',
  'name',
  'occurrences',
  'actor',
  'actor_id',
  'actor_email',
  'user_id',
  'user_email',
  'reason',
  'details',
  'request_id',
  'address',
  'user_agent',
] as const satisfies readonly (keyof AdminAuditEvent)[];

async function* lines(db: Db, scope: AuditScope | undefined): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  if (!scope) return;
  for await (const rows of readAuditEvents(db, scope)) yield rows.map((row) => toLine(present(row))).join('');
}

function toLine(event: AdminAuditEvent): string {
  const cells = { ...event, details: JSON.stringify(event.details) };
  return `${columns.map((column) => toCsvCell(cells[column])).join(',')}\r\n`;
}
