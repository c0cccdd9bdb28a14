import { AppError, adminResultsQuery, adminResultsReply, idParams } from '@atelier/contract';
import {
  countInspectedResults,
  findInspectedFrames,
  listClosers,
  listInspectedResults,
  listKindChecks,
} from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';
import { describeUnverified, listLeaving } from '../kinds/describe-unverified.ts';

const hoursOf = { day: 24, week: 7 * 24 };

/** Findings of the inspection of results (docs/inspection.md), with what a claim at the provider needs. */
export function adminResultRoutes(api: Api, { db, audit }: RouteDeps): void {
  api.get(
    '/api/admin/results',
    {
      schema: {
        tags: ['admin'],
        summary: 'Count faulty and doubtful results by kind, and list the newest',
        querystring: adminResultsQuery,
        response: { 200: adminResultsReply },
      },
    },
    async ({ query: { window, kind } }) => {
      const hours = hoursOf[window];
      const [kinds, findings, rows, closed_by, unverified] = await Promise.all([
        countInspectedResults(db.pool, hours),
        listInspectedResults(db.pool, { hours, kind }),
        listKindChecks(db.pool),
        listClosers(db.pool),
        describeUnverified(db.pool),
      ]);
      const checks = rows.map(({ found_at, checked_at, ...row }) => ({
        ...row,
        found_at: found_at?.toISOString() ?? null,
        checked_at: checked_at?.toISOString() ?? null,
      }));
      return { kinds, findings, checks, closed_by, unverified, leaving: listLeaving() };
    },
  );

  api.get(
    '/api/admin/results/:id/frames',
    {
      schema: {
        tags: ['admin'],
        summary: 'Read the pictures of a faulty result, by the id of its output',
        params: idParams,
        response: { 200: { content: { 'image/webp': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await findInspectedFrames(db.pool, id);
      if (!found) throw new AppError('not_found');
      await audit.record({
        name: 'operator_viewed_result',
        ...describeOperator(request, found.user_id),
        details: { generation_id: found.generation_id, output_id: id },
      });
      return reply
        .type('image/webp')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(found.frames);
    },
  );
}
