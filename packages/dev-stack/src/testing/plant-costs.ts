import { randomUUID } from 'node:crypto';
import { bookEnds, judgeCosts } from '@atelier/db';
import pg from 'pg';

/**
 * Books what has ended of `kind`, and adds a bill of a result of `dearKind` that costs twice as much as its price allows for,
 * and belongs to no generation. Returns its request id. `databaseUrl` is the connection string of a stack's processes.
 */
export async function plantCosts(databaseUrl: string, kind: string, dearKind: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const requestId = randomUUID();
    // Any client of PostgreSQL can run the statements.
    const on = client as unknown as Parameters<typeof bookEnds>[0];
    await bookEnds(on, [kind], 0);
    await client.query(
      `insert into provider_cost (request_id, kind, endpoint, units, unit_price, cost_micro_usd, rule_micro_usd, source,
                                  is_delivered, finished_at)
       values ($1, $2, 'fal-ai/planted', 2, 0.04, 80000, 40000, 'event', true, now())`,
      [requestId, dearKind],
    );
    await judgeCosts(on, [kind, dearKind]);
    return requestId;
  } finally {
    await client.end();
  }
}
