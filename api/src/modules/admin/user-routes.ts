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
import { getAccount } from './account-routes.ts';
import { presentAdminLine, presentAdminPurchase, presentUser } from './present-user.ts';

const tags = ['admin'];

/** Shows operators the users and the movements of their credits. */
export function adminUserRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/admin/users',
    {
      schema: {
        tags,
        summary: 'Find users by e-mail address or id',
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
        summary: 'Get a user with balance, ledger, generations and purchases',
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
        summary: 'List the ledger of a user, newest first',
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

const shownLines = 50;
const shownGenerations = 20;
const shownPurchases = 20;

/** Reads the overview of a user that an operator sees first. Throws not_found. */
async function getUser(deps: Pick<ApiDeps, 'db' | 'mediaUrl'>, userId: string): Promise<AdminUserReply> {
  const user = await getUserWithBalance(deps.db, userId);
  const [account, ledger, rows, purchases] = await Promise.all([
    getAccount(deps, userId),
    listLedger(deps.db, { userId, page: 1, pageSize: shownLines }),
    listNewestGenerations(deps.db, { userId, limit: shownGenerations }),
    listPurchases(deps.db, userId, shownPurchases),
  ]);
  const generations = await withOutputs(deps.db.pool, rows);
  return {
    user: presentUser(user),
    account,
    daily_cap_credits: user.daily_cap,
    ledger: ledger.rows.map(presentAdminLine),
    generations: generations.map((each) => toPublicGeneration(each, deps.mediaUrl)),
    purchases: purchases.map(presentAdminPurchase),
  };
}
