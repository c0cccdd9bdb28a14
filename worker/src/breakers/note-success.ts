import { toKindSubject } from '@atelier/contract';
import { clearBreakers, type GenerationRow } from '@atelier/db';
import type { BreakerCache } from '@atelier/generations';
import { type BreakerDeps, resumeAfter } from './report-verdict.ts';

/** A model whose results had failed one after the other makes some again. */
export async function noteSuccess(
  deps: BreakerDeps & { breakers: Pick<BreakerCache, 'read'> },
  row: Pick<GenerationRow, 'kind'>,
): Promise<void> {
  const subject = toKindSubject(row.kind);
  const known = await deps.breakers.read();
  if (!known.some((breaker) => breaker.subject === subject && breaker.code === 'model_failing')) return;
  await resumeAfter(deps, [subject]);
  await clearBreakers(deps.db.pool, [subject]);
}
