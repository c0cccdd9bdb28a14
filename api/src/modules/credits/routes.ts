import { Readable } from 'node:stream';
import {
  type AppError,
  creditSummary,
  idParams,
  invalidQuery,
  ledgerFilter,
  ledgerGroupsReply,
  ledgerQuery,
  ledgerReply,
  receipt,
  spendingQuery,
  spendingReply,
} from '@atelier/contract';
import {
  type Db,
  findAccountProof,
  findNewestCheckpoint,
  getSpending,
  type LedgerScope,
  ledgerCsvHeader,
  listDaySpending,
  listLedger,
  listLedgerGroups,
  readLedger,
  toLedgerCsvLine,
  toProofCsvLine,
} from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { getReceipt } from './get-receipt.ts';
import { presentGroup, presentLine, toLedgerScope } from './ledger-lines.ts';

const tags = ['credits'];

export function creditRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/credits/summary',
    {
      config: { keyScopes: ['read'] },
      schema: { tags, summary: 'Get your balance and spending', response: { 200: creditSummary } },
    },
    async (request) => {
      const spending = await getSpending(deps.db.pool, signedIn(request).userId);
      const { available, held, spent, spent_this_month, owed, chain_head } = spending;
      const today = {
        spent: spending.spent_today,
        cap: spending.daily_cap,
        frees_at: spending.frees_at.toISOString(),
      };
      const checkpoint = await findNewestCheckpoint(deps.db.pool);
      const checkpoint_at = checkpoint?.created_at.toISOString() ?? null;
      return { available, held, spent, spent_this_month, today, owed, chain_head, checkpoint_at };
    },
  );

  api.get(
    '/api/credits/spending',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'Get your spending on each of the last 30 days',
        querystring: spendingQuery,
        response: { 200: spendingReply },
      },
    },
    async (request) => {
      const timeZone = await deps.db.resolveTimeZone(request.query.timeZone);
      if (timeZone === undefined) throw unknownTimeZone();
      return {
        data: await listDaySpending(deps.db.pool, { userId: signedIn(request).userId, timeZone, days: 30 }),
      };
    },
  );

  ledgerRoutes(api, deps);

  api.get(
    '/api/generations/:id/receipt',
    {
      config: { keyScopes: ['read'] },
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

/** The ledger line by line, by generation, and as a file. */
function ledgerRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/credits/ledger',
    {
      config: { keyScopes: ['read'] },
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
    '/api/credits/ledger/groups',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'List your ledger with one row per generation, newest first',
        description:
          'A filter finds the generations with a matching entry; each is listed with all of its entries.',
        querystring: ledgerQuery,
        response: { 200: ledgerGroupsReply },
      },
    },
    async (request) => {
      const { page, pageSize, ...filter } = request.query;
      const scope = toLedgerScope(signedIn(request).userId, filter);
      const { groups, total } = await listLedgerGroups(deps.db, { ...scope, page, pageSize });
      const data = groups.map((group) => presentGroup(group, deps.mediaUrl));
      return { data, total, page, totalPages: Math.ceil(total / pageSize) };
    },
  );

  api.get(
    '/api/credits/ledger.csv',
    {
      config: { keyScopes: ['read'] },
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
}

function unknownTimeZone(): AppError {
  return invalidQuery([
    { path: 'timeZone', code: 'unknown_time_zone', message: 'timeZone is not a time zone' },
  ]);
}

/** Streamed. `npm run ledger:verify -- --file` verifies the file without a database. */
function exportLedger(db: Db, scope: LedgerScope): Readable {
  return Readable.from(lines(db, scope), { objectMode: false });
}

async function* lines(db: Db, scope: LedgerScope): AsyncGenerator<string> {
  const { userId, ...filter } = scope;
  const isWhole = Object.values(filter).every((value) => value === undefined);
  // Reads the proof before the lines, so that all entries that it is about are among them.
  const proof = isWhole ? await findAccountProof(db, userId) : undefined;
  yield `${ledgerCsvHeader}\r\n`;
  for await (const entries of readLedger(db, scope)) {
    yield entries.map((entry) => `${toLedgerCsvLine(entry)}\r\n`).join('');
  }
  if (proof) yield `${toProofCsvLine(proof)}\r\n`;
}
