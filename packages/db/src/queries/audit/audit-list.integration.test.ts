import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { DB } from '../../schema.gen.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser } from '../../testing/samples.ts';
import { type AuditScope, listAuditEvents, readAuditEvents } from './audit-list.ts';

const db = await openTestDb();
afterAll(() => db.drop());

const [user, operator] = [await createUser(db, 0), await createUser(db, 0)];
/** 20,000 sign-ins over 200 days, many of one moment, and 40 acts of operators in between. */
await db.asOwner(`
  insert into audit_event (name, actor, user_id, address, created_at)
  select 'sign_in', 'user', null, '192.0.2.1', timestamptz '2026-01-01' + (n / 4) * interval '1 minute'
    from generate_series(0, 19999) n`);
await db.asOwner(
  `insert into audit_event (name, actor, actor_id, user_id, reason, created_at)
   select 'operator_locked_account', 'operator', $1::uuid, $2::uuid, 'n' || n, timestamptz '2026-01-02' + n * interval '1 hour'
     from generate_series(0, 39) n`,
  [operator, user],
);
await db.asOwner('analyze audit_event');

const day = (date: string) => new Date(`${date}T00:00:00Z`);

/** Every page of a scope, as a reader who turns the pages sees it. */
async function readPages(scope: AuditScope, limit: number) {
  const pages = [];
  let beforeId: number | undefined;
  for (;;) {
    const rows = await listAuditEvents(db, { ...scope, beforeId, limit });
    pages.push(rows);
    if (rows.length < limit) return pages;
    beforeId = rows.at(-1)?.id;
  }
}

describe('the audit log', () => {
  it('is listed newest first, each event once, also where many happened at one moment', async () => {
    const rows = (await readPages({}, 3_001)).flat();
    expect(rows).toHaveLength(20_040);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(20_040);
    const moments = rows.map(({ created_at }) => created_at.getTime());
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  it('is filtered by name, actor, account, operator and date, with the addresses of both users', async () => {
    const filtered = async (scope: AuditScope) => (await readPages(scope, 1_000)).flat();
    for (const scope of [
      { name: 'operator_locked_account' },
      { actor: 'operator' },
      { userId: user },
      { operatorId: operator },
    ] as const) {
      const rows = await filtered(scope);
      expect(rows).toHaveLength(40);
      expect(rows[0]).toMatchObject({ reason: 'n39', user_id: user, actor_id: operator });
      expect(rows[0]?.user_email).toContain('@');
      expect(rows[0]?.actor_email).not.toBe(rows[0]?.user_email);
    }
    expect(await filtered({ operatorId: user })).toEqual([]);
    expect(await filtered({ userId: randomUUID() })).toEqual([]);
    const range = { from: day('2026-01-02'), to: day('2026-01-03') };
    expect(await filtered({ ...range, actor: 'operator' })).toHaveLength(24);
    expect(await filtered({ ...range, actor: 'user' })).toHaveLength(5_760);
  });

  it('is read whole in batches for an export', async () => {
    const sizes = [];
    for await (const rows of readAuditEvents(db, { actor: 'user', to: day('2026-01-01') }))
      sizes.push(rows.length);
    expect(sizes).toEqual([]);
    for await (const rows of readAuditEvents(db, { to: day('2026-01-02') })) sizes.push(rows.length);
    expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 760]);
  });

  const middle = 10_000;
  it.each<[string, AuditScope & { beforeId?: number }]>([
    ['audit_event_newest', {}],
    ['audit_event_newest', { beforeId: middle }],
    ['audit_event_newest', { from: day('2026-01-02'), to: day('2026-01-03') }],
    ['audit_event_name', { name: 'operator_locked_account', beforeId: middle }],
    ['audit_event_(name|newest)', { name: 'sign_in', beforeId: middle }],
    ['audit_event_(user|name|actor)', { userId: user, name: 'operator_locked_account', beforeId: middle }],
    ['audit_event_(actor|newest)', { actor: 'user', beforeId: middle }],
    ['audit_event_(actor|name)', { operatorId: operator }],
  ])('reads a page from the index %s for %j, without sorting', async (index, scope) => {
    const plan = await readPlan({ ...scope, limit: 51 });
    expect(plan).toMatch(new RegExp(`Index Scan using ${index} on audit_event`));
    expect(plan).not.toMatch(/Seq Scan on audit_event|Sort Key: e\./);
  });
});

/** The plan of the statement that listAuditEvents sends. */
async function readPlan(query: Parameters<typeof listAuditEvents>[1]): Promise<string> {
  const sent: CompiledQuery[] = [];
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: (event) => void sent.push(event.query),
  });
  await listAuditEvents({ ...db, kysely }, query);
  const { sql, parameters } = sent[0] ?? { sql: '', parameters: [] };
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
