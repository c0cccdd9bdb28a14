import type { AudioHistoryReply, HistoryQuery } from '@atelier/contract';
import { listHistory, listReturnedCredits, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';
import { toHistoryRow } from './present-audio.ts';

/** One page of a user's sounds with the fields of product-2 section 3; what came back is read from the ledger. */
export async function listAudioHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  { page, pageSize, search }: HistoryQuery,
): Promise<AudioHistoryReply> {
  const { rows, total } = await listHistory(deps.db, {
    userId,
    medium: 'audio',
    page,
    pageSize,
    search: search.trim(),
  });
  const ids = rows.filter((row) => row.finished_at !== null).map((row) => row.id);
  const [full, returned] = await Promise.all([
    withOutputs(deps.db.pool, rows),
    ids.length > 0 ? listReturnedCredits(deps.db.pool, ids) : [],
  ]);
  const returnedOf = new Map(returned.map((each) => [each.generation_id, each]));
  return {
    data: full.map((each) =>
      toHistoryRow(
        toPublicGeneration(each, deps.mediaUrl),
        each.generation,
        returnedOf.get(each.generation.id),
      ),
    ),
    total,
    page,
    totalPages: Math.ceil(total / pageSize),
  };
}
