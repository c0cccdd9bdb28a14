import {
  adminLedgerReply,
  adminUserReply,
  adminUsersQuery,
  adminUsersReply,
  idParams,
  ledgerQuery,
} from '@atelier/contract';
import { listLedger, searchUsers } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { toLedgerScope } from '../credits/ledger-scope.ts';
import { getUser } from './get-user.ts';
import { presentAdminLine, presentUser } from './present-user.ts';

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
