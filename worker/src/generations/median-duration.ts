import { getKind } from '@atelier/catalog';
import { type Db, findTypicalSeconds, type GenerationRow } from '@atelier/db';

const maxAgeMs = 30_000;
const known = new Map<string, { seconds: number | undefined; readAt: number }>();

/** Seconds from submission to result to expect: our own median, or the catalog's guess before there is one. */
export async function typicalSeconds(db: Db, row: GenerationRow): Promise<number> {
  const cached = known.get(row.kind);
  if (cached && Date.now() - cached.readAt < maxAgeMs) return cached.seconds ?? guess(row);
  const seconds = await findTypicalSeconds(db.pool, row.kind);
  known.set(row.kind, { seconds, readAt: Date.now() });
  return seconds ?? guess(row);
}

function guess(row: GenerationRow): number {
  return getKind(row.kind).expectedSeconds(row.input as Record<string, unknown>);
}
