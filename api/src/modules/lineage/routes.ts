import { idParams, type LineageEntry, lineageReply } from '@atelier/contract';
import {
  getBilledGeneration,
  type LineageRow,
  listLineage,
  type MediaUrl,
  toPublicGeneration,
} from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

export function lineageRoutes(api: Api, { db, mediaUrl }: RouteDeps): void {
  api.get(
    '/api/generations/:id/lineage',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags: ['generations'],
        summary: 'List the sources of a generation, and the generations made from it',
        description:
          'At most 50 each, the nearest first. A deleted generation has no files; the lineage continues past it, up to five steps.',
        params: idParams,
        response: { 200: lineageReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      await getBilledGeneration(db.pool, id, userId);
      const { parents, children } = await listLineage(db.pool, id, userId);
      const toEntries = (rows: LineageRow[]) => rows.map((row) => toEntry(row, mediaUrl));
      return { parents: toEntries(parents), children: toEntries(children) };
    },
  );
}

/** Presents an entry. That of a deleted generation only says what it was and when. */
function toEntry(
  { relation, field, output_position, depth, outputs, ...row }: LineageRow,
  mediaUrl: MediaUrl,
): LineageEntry {
  return {
    id: row.id,
    kind: row.kind,
    medium: row.medium as LineageEntry['medium'],
    created_at: row.created_at.toISOString(),
    relation,
    field,
    output: output_position,
    depth,
    generation: row.deleted_at ? null : toPublicGeneration({ generation: row, outputs }, mediaUrl),
  };
}
