import { findKind, hasConsent, type KindInput } from '@atelier/catalog';
import {
  AppError,
  type AuditName,
  adminCopiesReply,
  adminReportActBody,
  adminReportActReply,
  adminReportsQuery,
  adminReportsReply,
  idParams,
  type ReportedWork as PublicWork,
} from '@atelier/contract';
import {
  decideReports,
  findReportedFile,
  insertDecisionMails,
  listReportedWorks,
  listWorkCopies,
  type ReportAct,
  type ReportedWork,
} from '@atelier/db';
import { enqueueMails, notifyChange } from '@atelier/generations';
import type { ByteRange } from '@atelier/storage';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { signedIn } from '../auth/session.ts';
import { sendBytes } from '../media/send-bytes.ts';

const tags = ['admin'];

/** The operators' queue of reported generations, and what they decide. */
export function adminReportRoutes(api: Api, deps: RouteDeps): void {
  const { pool } = deps.db;

  api.get(
    '/api/admin/reports',
    {
      schema: {
        tags,
        summary: 'List reported generations: undecided ones, or the last decided ones',
        querystring: adminReportsQuery,
        response: { 200: adminReportsReply },
      },
    },
    async (request) => ({ data: (await listReportedWorks(pool, request.query.state)).map(presentWork) }),
  );

  api.get(
    '/api/admin/reports/:id/copies',
    {
      schema: {
        tags,
        summary: 'List generations whose pictures are the same or nearly so',
        params: idParams,
        response: { 200: adminCopiesReply },
      },
    },
    async (request) => {
      const copies = await listWorkCopies(pool, request.params.id);
      return {
        data: copies.map(({ created_at, ...copy }) => ({ ...copy, created_at: created_at.toISOString() })),
      };
    },
  );

  fileRoute(api, deps);
  actRoutes(api, deps);
}

const fileParams = z.object({
  id: z.uuid(),
  position: z.coerce.number().check(z.int(), z.gte(0), z.lte(99)),
});
const fileQuery = z.object({ poster: z.optional(z.literal('true')) });

/** Files of reported generations alone: operators have no other way to those of users. */
const anyFile = { content: { '*/*': { schema: z.unknown() } } };

function fileRoute(api: Api, { db, store }: RouteDeps): void {
  api.get(
    '/api/admin/reports/:id/files/:position',
    {
      schema: {
        tags,
        summary: 'Read a file of a reported generation',
        params: fileParams,
        querystring: fileQuery,
        response: { 200: anyFile, 206: anyFile },
      },
    },
    async (request, reply) => {
      const { id, position } = request.params;
      const isPoster = request.query.poster === 'true';
      const found = await findReportedFile(db.pool, { id, position, isPoster });
      const file = found && (await store.find(found.storage_key));
      if (!found || !file) throw new AppError('not_found');
      reply
        .type(found.content_type)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
      const etag = `"${found.storage_key.slice(-40)}-${file.bytes}"`;
      const read = (range?: ByteRange) => store.read(found.storage_key, range);
      return sendBytes(request, reply, { etag, bytes: file.bytes, read });
    },
  );
}

type Act = {
  summary: string;
  event: AuditName;
  /** Decision that is mailed to the reporters and to the owner. */
  decision?: 'kept' | 'removed' | 'restored';
};

const acts: Record<ReportAct, Act> = {
  hide: {
    summary: 'Hide a reported page until the report is decided',
    event: 'operator_hid_generation',
  },
  keep: {
    summary: 'Dismiss the reports of a generation and show its page',
    event: 'operator_kept_generation',
    decision: 'kept',
  },
  remove: {
    summary: 'Take a reported generation down: only its owner can see it',
    event: 'operator_removed_generation',
    decision: 'removed',
  },
  restore: {
    summary: 'Reverse a removal',
    event: 'operator_restored_generation',
    decision: 'restored',
  },
};

function actRoutes(api: Api, deps: RouteDeps): void {
  for (const act of Object.keys(acts) as ReportAct[]) {
    const { summary, event, decision } = acts[act];
    api.post(
      `/api/admin/reports/:id/${act}`,
      {
        schema: {
          tags,
          summary,
          params: idParams,
          body: adminReportActBody,
          response: { 200: adminReportActReply },
        },
      },
      async (request) => {
        const { reason: note } = request.body;
        const { id: generationId } = request.params;
        const by = signedIn(request).userId;
        let mailIds: string[] = [];
        const row = await decideReports(deps.db, { generationId, act, by, note }, async (on, generation) => {
          await deps.audit.record(
            {
              name: event,
              ...describeOperator(request, generation.user_id),
              reason: note,
              details: { generation_id: generationId },
            },
            on,
          );
          if (decision && deps.mailLinks)
            mailIds = await insertDecisionMails(on, { generationId, decision, note });
        });
        if (!row) throw new AppError('already_decided');
        await notifyChange(deps, row);
        await enqueueMails(deps, generationId, mailIds);
        return { success: true as const };
      },
    );
  }
}

function presentWork(work: ReportedWork): PublicWork {
  const { created_at, taken_down_at, deleted_at, due_at, reports, medium, input, ...rest } = work;
  const kind = findKind(work.kind);
  return {
    ...rest,
    medium: medium as PublicWork['medium'],
    created_at: created_at.toISOString(),
    has_consent: kind !== undefined && hasConsent(kind, input as KindInput),
    is_deleted: deleted_at !== null,
    taken_down_at: taken_down_at?.toISOString() ?? null,
    due_at: due_at.toISOString(),
    reports: reports as PublicWork['reports'],
  };
}
