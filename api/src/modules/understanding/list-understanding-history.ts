import type { HistoryQuery, UnderstandingHistoryReply } from '@atelier/contract';
import { listHistory, searchAnswers, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';
import { toHistoryRow } from './present-analysis.ts';

/** One page of a user's questions about images; the search is in question and answer. */
export async function listUnderstandingHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  { page, pageSize, ...query }: HistoryQuery,
): Promise<UnderstandingHistoryReply> {
  const wanted = { userId, page, pageSize, search: query.search.trim() };
  const { rows, total } = await (wanted.search === ''
    ? listHistory(deps.db, { ...wanted, medium: 'text' })
    : searchAnswers(deps.db, wanted));
  const full = await withOutputs(deps.db.pool, rows);
  return {
    data: full.map((each) => toHistoryRow(toPublicGeneration(each, deps.mediaUrl))),
    total,
    page,
    totalPages: Math.ceil(total / pageSize),
  };
}
