import { findKind } from '@atelier/catalog';
import { getProvider, listUnverifiedKinds } from '@atelier/catalog/server';
import {
  type AdminCloseKind,
  AppError,
  type AuditName,
  adminAnnounceKindBody,
  adminCloseKindBody,
  adminKindReply,
  adminOpenKindBody,
  type KindClosuresReply,
  kindClosuresReply,
  kindParams,
} from '@atelier/contract';
import {
  deleteKindClosure,
  inTransaction,
  listKindClosures,
  type Queryable,
  saveKindClosure,
  verifyKindByOperator,
} from '@atelier/db';
import { endOfClosedKinds } from '@atelier/generations';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';

/** Which kinds take no submissions, for everybody. Read from the database each time: no process keeps it. */
export function kindClosureRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/kinds/closures',
    {
      config: { keyScopes: [] },
      schema: {
        tags: ['status'],
        summary: 'List the kinds that are closed or will retire, with their successors',
        response: { 200: kindClosuresReply },
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      return readClosures(deps);
    },
  );
}

async function readClosures({ db }: Pick<RouteDeps, 'db'>): Promise<KindClosuresReply> {
  const rows = await listKindClosures(db.pool);
  return {
    closures: rows.map(({ kind, closed_at, leaves_at, successor, note, cause }) => ({
      kind,
      leaves_at,
      successor,
      note,
      cause,
      is_closed: closed_at !== null || findKind(kind) === undefined,
      closed_at: closed_at?.toISOString() ?? null,
    })),
  };
}

/** Acts of operators on a kind; each needs a reason, is recorded, and changes every open form. */
export function adminKindRoutes(api: Api, deps: RouteDeps): void {
  const closing = (leavesAt: string | null) => async (on: Queryable, request: FastifyRequest) => {
    const { kind } = request.params as { kind: string };
    const { successor, note } = request.body as AdminCloseKind;
    const isClosed = leavesAt === null;
    const operatorId = request.session?.userId ?? '';
    await assertFollows(on, kind, successor);
    await saveKindClosure(on, { kind, isClosed, leaves_at: leavesAt, successor, note, operatorId });
    if (!isClosed) await vouchFor(on, request);
    return { successor, ...(leavesAt === null ? {} : { leaves_at: leavesAt }) };
  };
  api.post(
    '/api/admin/kinds/:kind/close',
    {
      schema: {
        tags: ['admin'],
        params: kindParams,
        body: adminCloseKindBody,
        summary: 'Close a kind: it accepts and starts nothing more; running generations continue',
        response: { 200: adminKindReply },
      },
    },
    (request) => operate(deps, request, { name: 'operator_closed_kind', act: closing(null) }),
  );
  api.post(
    '/api/admin/kinds/:kind/announce',
    {
      schema: {
        tags: ['admin'],
        params: kindParams,
        body: adminAnnounceKindBody,
        summary: 'Announce the last day of a kind, and open it if it is closed',
        response: { 200: adminKindReply },
      },
    },
    (request) =>
      operate(deps, request, { name: 'operator_announced_kind', act: closing(request.body.leaves_at) }),
  );
  api.post(
    '/api/admin/kinds/:kind/open',
    {
      schema: {
        tags: ['admin'],
        params: kindParams,
        body: adminOpenKindBody,
        summary: 'Open a kind again, or withdraw its announced last day',
        response: { 200: adminKindReply },
      },
    },
    (request) =>
      operate(deps, request, {
        name: 'operator_opened_kind',
        act: async (on) => {
          if (!(await deleteKindClosure(on, request.params.kind))) throw new AppError('not_found');
          await vouchFor(on, request);
          return {};
        },
      }),
  );
}

/** An operator who opens an unverified kind vouches for it, with the reason. */
async function vouchFor(on: Queryable, request: FastifyRequest): Promise<void> {
  const { kind: id } = request.params as { kind: string };
  const kind = listUnverifiedKinds().find((each) => each.id === id);
  if (!kind) return;
  const { reason } = request.body as AdminCloseKind;
  const { endpoint } = getProvider(kind);
  await verifyKindByOperator(on, { kind: id, endpoint, operatorId: request.session?.userId ?? '', reason });
}

type Operation = {
  name: AuditName;
  /** Acts in one transaction with its event, whose details it returns. */
  act: (on: Queryable, request: FastifyRequest) => Promise<Readonly<Record<string, unknown>>>;
};

async function operate(deps: RouteDeps, request: FastifyRequest, { name, act }: Operation) {
  const { kind } = request.params as { kind: string };
  const { reason } = request.body as AdminCloseKind;
  if (!findKind(kind)) throw new AppError('not_found');
  await inTransaction(deps.db, async (on) => {
    const details = { kind, ...(await act(on, request)) };
    await deps.audit.record({ name, ...describeOperator(request, null), reason, details }, on);
  });
  await deps.realtime.emitToAll('kinds:changed', {});
  const ended = await endOfClosedKinds(deps);
  return { ...(await readClosures(deps)), ended };
}

/** A kind leads to another open one of its medium, which takes the same page of generations and prices. */
async function assertFollows(on: Queryable, kind: string, successor: string | null): Promise<void> {
  if (successor === null) return;
  const closures = await listKindClosures(on);
  const isClosed = closures.some((each) => each.kind === successor && each.closed_at !== null);
  const next = findKind(successor);
  if (!next || isClosed || successor === kind || next.medium !== findKind(kind)?.medium)
    throw new AppError('validation_failed', {
      message: 'The successor has to be another open kind of the same medium',
      details: {
        issues: [
          { path: 'successor', message: 'Not an open kind of the same medium', code: 'value_refused' },
        ],
      },
    });
}
