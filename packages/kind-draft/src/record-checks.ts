import type { Kind } from '@atelier/catalog';
import { connectDb, followKindCheck } from '@atelier/db';
import { readOperatorEnv } from '@atelier/env';
import type { KindCheckOutcome } from '@atelier/fal';
import { createEmitter } from '@atelier/realtime';

type OperatorEnv = ReturnType<typeof readOperatorEnv>;

/** Writes what checks found into the database of this deployment. Returns a line for each kind that opened or closed. */
export async function recordChecks(
  checked: readonly (readonly [Kind, KindCheckOutcome])[],
  env: OperatorEnv = readOperatorEnv(),
): Promise<string[]> {
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    pooler: env.DATABASE_POOLER,
    applicationName: 'atelier-kinds-check',
    maxConnections: 2,
    // A broken connection fails the query that uses it anyway.
    onError: () => undefined,
  });
  const lines: string[] = [];
  try {
    for (const [kind, outcome] of checked) {
      if (!outcome.isChecked) continue;
      const closes = env.ATELIER_ENV === 'production';
      const followed = await followKindCheck(db.pool, kind, { ...outcome, closes });
      if (followed) lines.push(`${kind.id} was ${followed}`);
    }
    if (lines.length > 0) await notifyPages(env, db);
  } finally {
    await db.close();
  }
  return lines;
}

type Connected = Pick<ReturnType<typeof connectDb>, 'pool'>;

async function notifyPages({ REDIS_URL }: OperatorEnv, { pool }: Connected): Promise<void> {
  const onError = (error: Error) => console.error(`Open pages were not notified: ${error.message}`);
  const realtime = createEmitter(REDIS_URL ? { redisUrl: REDIS_URL, onError } : { pool, onError });
  await realtime.emitToAll('kinds:changed', {});
  await realtime.close();
}
