import { AppError, type PublicGeneration } from '@atelier/contract';
import { markImages } from '@atelier/db';
import type { Realtime } from '@atelier/realtime';
import type { ApiDeps } from '../../deps.ts';
import { announceChanges } from '../generations/announce.ts';

type FavoriteDeps = Pick<ApiDeps, 'db' | 'mediaUrl'> & { realtime: Pick<Realtime, 'emitToUser'> };
type Marks = {
  userId: string;
  ids: readonly string[];
  isFavorite?: boolean | undefined;
  tags?: readonly string[] | undefined;
};

/** Sets star and tags of a user's own images and tells all of their pages. Throws not_found when none is theirs. */
export async function favoriteImages(deps: FavoriteDeps, marks: Marks): Promise<PublicGeneration[]> {
  const tags = marks.tags && [...new Set(marks.tags)];
  const rows = await markImages(deps.db.pool, { ...marks, tags });
  if (rows.length === 0) throw new AppError('not_found', { message: 'Failed to update favorite status' });
  return announceChanges(deps, rows);
}
