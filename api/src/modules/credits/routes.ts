import { Readable } from 'node:stream';
import { creditSummary, idParams, ledgerFilter, ledgerQuery, ledgerReply, receipt } from '@atelier/contract';
import {
  type Db,
  getSpending,
  type LedgerScope,
  ledgerCsvHeader,
  listLedger,
  readLedger,
  toLedgerCsvLine,
} from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { getReceipt } from './get-receipt.ts';
import { presentLine, toLedgerScope } from './ledger-lines.ts';

const tags = ['credits'];

export function creditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/credits/summary',
    { schema: { tags, summary: 'Get your balance and spending', response: { 200: creditSummary } } },
    async (request) => {
      const spending = await getSpending(deps.db.pool, signedIn(request).userId);
      const { available, held, spent, spent_this_month, owed, chain_head } = spending;
      const today = {
        spent: spending.spent_today,
        cap: spending.daily_cap,
        frees_at: spending.frees_at.toISOString(),
      };
      return { available, held, spent, spent_this_month, today, owed, chain_head };
    },
  );

  api.get(
    '/api/credits/ledger',
    {
      schema: {
        tags,
        summary: 'List your ledger, newest first',
        querystring: ledgerQuery,
        response: { 200: ledgerReply },
      },
    },
    async (request) => {
      const { page, pageSize, ...filter } = request.query;
      const scope = toLedgerScope(signedIn(request).userId, filter);
      const { rows, total } = await listLedger(deps.db, { ...scope, page, pageSize });
      return { data: rows.map(presentLine), total, page, totalPages: Math.ceil(total / pageSize) };
    },
  );

  api.get(
    '/api/credits/ledger.csv',
    {
      schema: {
        tags,
        summary: 'Export your ledger as CSV, oldest first',
        querystring: ledgerFilter,
        response: { 200: { content: { 'text/csv': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const scope = toLedgerScope(signedIn(request).userId, request.query);
      reply.header('content-disposition', 'attachment; filename="ledger.csv"');
      return reply.type('text/csv; charset=utf-8').send(exportLedger(deps.db, scope));
    },
  );

  api.get(
    '/api/generations/:id/receipt',
    {
      schema: {
        tags,
        summary: 'Get the receipt of a generation',
        params: idParams,
        response: { 200: receipt },
      },
    },
    async (request) => getReceipt(deps, request.params.id, signedIn(request).userId),
  );
}

/** Streamed. `npm run ledger:verify -- --file` verifies the file without a database. */
function exportLedger(db: Db, scope: LedgerScope): Readable {
  return Readable.from(lines(db, scope), { objectMode: false });
}

async function* lines(db: Db, scope: LedgerScope): AsyncGenerator<string> {
  yield `${ledgerCsvHeader}\r\n`;
  for await (const entries of readLedger(db, scope)) {
    yield entries.map((entry) => `${toLedgerCsvLine(entry)}\r\n`).join('');
  }
}
