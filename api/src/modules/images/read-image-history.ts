import type { ImageHistoryQuery, ImageHistoryReply } from '@atelier/contract';
import { listImageHistory, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';
import { readImageFilter } from './read-image-filter.ts';
import { toImageRow } from './to-image-row.ts';

/** One page of a user's images. A page past the end is empty, not an error; the stats are of all of them. */
export async function readImageHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  query: ImageHistoryQuery,
): Promise<ImageHistoryReply> {
  const { page, pageSize, search } = query;
  const { rows, total, totals } = await listImageHistory(deps.db, {
    userId,
    page,
    pageSize,
    search: search.trim(),
    filter: readImageFilter(query),
  });
  const full = await withOutputs(deps.db.pool, rows);
  return {
    data: full.map((each) => toImageRow(toPublicGeneration(each, deps.mediaUrl), each.generation.mode ?? '')),
    total,
    page,
    totalPages: Math.ceil(total / pageSize),
    stats: {
      totalGenerated: totals.generated,
      totalCreditsUsed: totals.creditsUsed,
      favoriteCount: totals.favorites,
    },
  };
}
