import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  AppError,
  adminCheckpointBody,
  adminCheckpointReply,
  checkpointsQuery,
  checkpointsReply,
  type LedgerCheckpoint,
  logQuery,
  logReply,
} from '@atelier/contract';
import { type CheckpointRow, findLogProof, listCheckpoints, makeCheckpoint } from '@atelier/db';
import type { FastifyReply } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { requireFreshSignIn } from '../auth/guards.ts';

const pageSize = 100;
const tags = ['credits'];

/** The log of the ledger's checkpoints, readable by anyone, and the program that verifies receipts with it. */
export function checkpointRoutes(api: Api, { db }: Pick<RouteDeps, 'db'>): void {
  api.get(
    '/.well-known/ledger/checkpoints',
    {
      config: { keyScopes: [] },
      schema: {
        tags,
        summary: 'List the signed checkpoints of the ledger, oldest first',
        querystring: checkpointsQuery,
        response: { 200: checkpointsReply },
      },
    },
    async ({ query: { from } }, reply) => {
      allowAllOrigins(reply);
      const rows = await listCheckpoints(db.pool, from, pageSize + 1);
      const next = rows.length > pageSize ? from + pageSize : null;
      return { data: rows.slice(0, pageSize).map(presentCheckpoint), next };
    },
  );

  api.get(
    '/.well-known/ledger/log',
    {
      config: { keyScopes: [] },
      schema: {
        tags,
        summary: 'Prove that the log of checkpoints extends an earlier one',
        querystring: logQuery,
        response: { 200: logReply },
      },
    },
    async ({ query }, reply) => {
      allowAllOrigins(reply);
      const proof = await findLogProof(db.pool, query);
      if (!proof) throw new AppError('not_found');
      const toText = (hash: Buffer) => hash.toString('base64url');
      return {
        ...proof,
        inclusion: proof.inclusion.map(toText),
        consistency: proof.consistency.map(toText),
        restores: proof.restores.map((each) => ({ ...each, inclusion: each.inclusion.map(toText) })),
      };
    },
  );

  let program: Promise<string> | undefined;
  api.get(
    '/.well-known/ledger/verify-receipt.mjs',
    { config: { keyScopes: [] }, schema: { hide: true } },
    async (_request, reply) => {
      program ??= readProgram();
      reply.header('content-disposition', 'attachment; filename="verify-receipt.mjs"');
      return reply.type('text/javascript; charset=utf-8').send(await program);
    },
  );
}

/** Lets operators make a checkpoint now, such as before a restoration of the database. */
export function adminCheckpointRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/admin/ledger/checkpoints',
    {
      schema: {
        tags: ['admin'],
        summary: 'Make a checkpoint of the ledger',
        body: adminCheckpointBody,
        response: { 200: adminCheckpointReply },
      },
    },
    async (request) => {
      requireFreshSignIn(request);
      const { reason } = request.body;
      if (!deps.webhookSigner) throw new AppError('unavailable');
      const { signDocument: sign } = deps.webhookSigner;
      const published = deps.store.openRecord('published-checkpoints');
      const options = { issuer: deps.env.PUBLIC_URL, sign, isDaily: false, published };
      const made = await makeCheckpoint(deps.db, options, (on, { number }) => {
        const by = describeOperator(request, null);
        return deps.audit.record(
          { name: 'operator_made_checkpoint', ...by, reason, details: { number } },
          on,
        );
      });
      if (!made) throw new AppError('internal_error');
      return { checkpoint: presentCheckpoint(made) };
    },
  );
}

/** Verifiers run on any site. */
function allowAllOrigins(reply: FastifyReply): void {
  reply.header('cache-control', 'public, max-age=60');
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Reads the program as JavaScript, so that every Node runs it: types are blanked, every line stays where it is. */
async function readProgram(): Promise<string> {
  const path = fileURLToPath(import.meta.resolve('@atelier/ledger-proof/verify-receipt'));
  return stripTypeScriptTypes(await readFile(path, 'utf8'));
}

function presentCheckpoint(row: CheckpointRow): LedgerCheckpoint {
  return {
    number: row.number,
    time: row.created_at.toISOString(),
    accounts: row.accounts,
    root: row.root.toString('base64url'),
    log_root: row.log_root.toString('base64url'),
    restored: row.restored,
    signed: row.signed,
  };
}
