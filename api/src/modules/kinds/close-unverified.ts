import { kinds } from '@atelier/catalog';
import { getProvider, listUnverifiedKinds } from '@atelier/catalog/server';
import { closeUnverifiedKinds, openVerifiedKinds } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';

/**
 * Closes every kind that nothing verifies, and opens those that this release verifies. Called when a process of
 * production starts, before it takes requests; repeating it changes nothing. Kinds of the specification are never closed.
 */
export async function closeUnverified({ db, log }: Pick<ApiDeps, 'db' | 'log'>): Promise<void> {
  const unverified = listUnverifiedKinds();
  const sold = unverified.map((kind) => ({ kind: kind.id, endpoint: getProvider(kind).endpoint }));
  const closed = await closeUnverifiedKinds(db.pool, sold);
  const verified = kinds.filter((kind) => !unverified.includes(kind));
  const opened = await openVerifiedKinds(
    db.pool,
    verified.map(({ id }) => id),
  );
  if (closed.length > 0) log.warn({ kinds: closed }, 'closed until verified: docs/add-a-kind.md');
  if (opened.length > 0) log.info({ kinds: opened }, 'opened: this release verifies them');
}
