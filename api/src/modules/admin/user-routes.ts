import {
  type AdminUserReply,
  adminLedgerReply,
  adminUserReply,
  adminUsersQuery,
  adminUsersReply,
  idParams,
  ledgerQuery,
} from '@atelier/contract';
import {
  getUserWithBalance,
  listLedger,
  listNewestGenerations,
  listPurchases,
  searchUsers,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { toLedgerScope } from '../credits/ledger-lines.ts';
import { presentAdminLine, presentAdminPurchase, presentUser } from './present-user.ts';

const lines = 50;
const records = 20;

/** Everything an operator asks about first. Throws not_found. */
async function getUser(deps: Pick<ApiDeps, 'db' | 'mediaUrl'>, userId: string): Promise<AdminUserReply> {
  const user = await getUserWithBalance(deps.db, userId);
  const [ledger, rows, purchases] = await Promise.all([
    listLedger(deps.db, { userId, page: 1, pageSize: lines }),
    listNewestGenerations(deps.db, { userId, limit: records }),
    listPurchases(deps.db, userId, records),
  ]);
  const generations = await withOutputs(deps.db.pool, rows);
  return {
    user: presentUser(user),
    daily_cap_credits: user.daily_cap,
    ledger: ledger.rows.map(presentAdminLine),
    generations: generations.map((each) => toPublicGeneration(each, deps.mediaUrl)),
    purchases: purchases.map(presentAdminPurchase),
  };
}

const tags = ['admin'];

/** Users and what became of their credits, for operators. */
export function adminUserRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/users',
    {
      schema: {
        tags,
        summary: 'Users by address or id',
        querystring: adminUsersQuery,
        response: { 200: adminUsersReply },
      },
    },
    async ({ query }) => {
      const { rows, total } = await searchUsers(deps.db, query);
      const totalPages = Math.ceil(total / query.pageSize);
      return { data: rows.map(presentUser), total, page: query.page, totalPages };
    },
  );

  api.get(
    '/api/admin/users/:id',
    {
      schema: {
        tags,
        summary: 'Balance, ledger, generations, purchases',
        params: idParams,
        response: { 200: adminUserReply },
      },
    },
    async (request) => getUser(deps, request.params.id),
  );

  api.get(
    '/api/admin/users/:id/ledger',
    {
      schema: {
        tags,
        summary: 'The whole ledger of a user',
        params: idParams,
        querystring: ledgerQuery,
        response: { 200: adminLedgerReply },
      },
    },
    async (request) => {
      const { page, pageSize, ...filter } = request.query;
      const scope = toLedgerScope(request.params.id, filter);
      const { rows, total } = await listLedger(deps.db, { ...scope, page, pageSize });
      return { data: rows.map(presentAdminLine), total, page, totalPages: Math.ceil(total / pageSize) };
    },
  );
}
