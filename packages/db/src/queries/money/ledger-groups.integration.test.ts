import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DB } from '../../schema.gen.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { buy, createUser, reserve } from '../../testing/samples.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { findGeneration } from '../generations/generations.ts';
import { type LedgerGroup, listLedgerGroups } from './ledger-groups.ts';
import { type LedgerScope, listLedger } from './ledger-list.ts';
import { moveByOperator, refundGeneration } from './operator-credits.ts';
import { getSpending, listDaySpending } from './spending.ts';

const db = await openTestDb();
afterAll(() => db.drop());

const end = (generationId: string, status: 'completed' | 'failed', chargeCredits: number) =>
  markGenerationEnded(db.pool, { generationId, status, chargeCredits, error: null });

const operate = (userId: string, kind: 'grant' | 'adjustment', credits: number) =>
  moveByOperator(db, { userId, kind, credits, reason: 'test', operatorId: userId, requestId: randomUUID() });

/** A purchase, a gift and a correction; a charged, a partial, a failed, a refunded and a running generation. */
async function createLedger() {
  const userId = await createUser(db, 3_000);
  await operate(userId, 'grant', 50);
  const ids: string[] = [];
  for (const prompt of ['charged', 'partial', 'failed', 'refunded', 'running'])
    ids.push((await reserve(db, userId, { prompt })).id);
  const [charged = '', partial = '', failed = '', refunded = ''] = ids;
  // Not in the order in which they began, so that the movements of generations lie between each other.
  await end(failed, 'failed', 0);
  await end(partial, 'completed', 225);
  await end(refunded, 'completed', 300);
  await end(charged, 'completed', 300);
  const row = await findGeneration(db.pool, refunded);
  if (row) await refundGeneration(db, row, { operatorId: userId, reason: 'test' });
  await operate(userId, 'adjustment', -20);
  return { userId, failed };
}

const everything = (userId: string) => ({ userId, page: 1, pageSize: 100 });

/** The subject, the sums and the kinds of a group. */
const toSummary = ({ lines, d_available, d_held }: LedgerGroup) => [
  lines[0]?.generation_prompt ?? lines[0]?.kind,
  d_available,
  d_held,
  lines.map(({ kind }) => kind).join(' '),
];

describe('listLedgerGroups', () => {
  it('sums up the hold and the endings of a generation, and lists everything else by itself', async () => {
    const { userId } = await createLedger();
    const { groups, total } = await listLedgerGroups(db, everything(userId));
    expect(total).toBe(9);
    expect(groups.map(toSummary)).toEqual([
      ['adjustment', -20, 0, 'adjustment'],
      ['refunded', 300, 0, 'refund'],
      ['running', -300, 300, 'reserve'],
      ['refunded', -300, 0, 'reserve settle'],
      ['failed', 0, 0, 'reserve release'],
      ['partial', -225, 0, 'reserve settle release'],
      ['charged', -300, 0, 'reserve settle'],
      ['grant', 50, 0, 'grant'],
      ['purchase', 3_000, 0, 'purchase'],
    ]);
    expect(await db.ledgerProblems()).toEqual([]);
  });

  it('has every line once, in groups whose sums are those of their lines and together the balance', async () => {
    const { userId } = await createLedger();
    const { groups } = await listLedgerGroups(db, everything(userId));
    const { rows } = await listLedger(db, everything(userId));
    expect(groups.flatMap(({ lines }) => lines.map(({ id }) => id)).toSorted((a, b) => b - a)).toEqual(
      rows.map(({ id }) => id),
    );
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    for (const group of groups) {
      expect(group.d_available).toBe(sum(group.lines.map((line) => line.d_available)));
      expect(group.d_held).toBe(sum(group.lines.map((line) => line.d_held)));
    }
    const { available, held } = await getSpending(db.pool, userId);
    expect(sum(groups.map((group) => group.d_available))).toBe(available);
    expect(sum(groups.map((group) => group.d_held))).toBe(held);
  });

  it('pages by group: no page repeats or splits one, and a page beyond the last is empty', async () => {
    const { userId } = await createLedger();
    const whole = (await listLedgerGroups(db, everything(userId))).groups.map(toSummary);
    const pages: unknown[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { groups, total } = await listLedgerGroups(db, { userId, page, pageSize: 2 });
      expect(total).toBe(9);
      pages.push(...groups.map(toSummary));
    }
    expect(pages).toEqual(whole);
    const beyond = await listLedgerGroups(db, { userId, page: 6, pageSize: 2 });
    expect(beyond).toEqual({ groups: [], total: 9 });
  });

  it('keeps a group in its place when its generation ends', async () => {
    const userId = await createUser(db, 1_000);
    const { id } = await reserve(db, userId, { prompt: 'first' });
    await reserve(db, userId, { prompt: 'second' });
    await end(id, 'completed', 300);
    const { groups } = await listLedgerGroups(db, everything(userId));
    expect(groups.map(({ lines }) => lines[0]?.generation_prompt)).toEqual(['second', 'first', null]);
  });

  it('lists, for any filter, the groups of the lines that the filter finds, each whole', async () => {
    const { userId } = await createLedger();
    const { rows } = await listLedger(db, everything(userId));
    const groupId = ({ kind, generation_id, id }: (typeof rows)[number]) =>
      ['reserve', 'settle', 'release'].includes(kind) ? generation_id : id;
    const moments = rows.map(({ created_at }) => created_at);
    const scopes: LedgerScope[] = [
      ...(['reserve', 'settle', 'release', 'refund', 'purchase', 'grant', 'adjustment'] as const).map(
        (kind) => ({ userId, kind }),
      ),
      ...moments.flatMap((from) => [
        { userId, from },
        { userId, to: from },
        ...moments.map((to) => ({ userId, from, to })),
        { userId, from, kind: 'settle' as const },
      ]),
    ];
    for (const scope of scopes) {
      const found = await listLedger(db, { ...scope, page: 1, pageSize: 100 });
      const { groups, total } = await listLedgerGroups(db, { ...scope, page: 1, pageSize: 100 });
      const expected = new Set(found.rows.map(groupId));
      expect([scope, groups.map(({ lines }) => lines[0] && groupId(lines[0])).toSorted()]).toEqual([
        scope,
        [...expected].toSorted(),
      ]);
      expect(total).toBe(expected.size);
      for (const { lines } of groups) {
        const key = lines[0] && groupId(lines[0]);
        expect(lines.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual(
          rows.filter((row) => groupId(row) === key).map(({ id }) => id),
        );
      }
    }
  });

  it('hides the prompt and the picture of a deleted generation', async () => {
    const { userId, failed } = await createLedger();
    await db.asOwner(
      `insert into output (id, generation_id, position, content_type, storage_key, poster_key)
       values (gen_random_uuid(), $1::uuid, 0, 'video/mp4', $1::text || '.mp4', $1::text || '.webp')`,
      [failed],
    );
    const find = async () => {
      const { groups } = await listLedgerGroups(db, { ...everything(userId), kind: 'release' });
      return groups.find(({ lines }) => lines[0]?.generation_id === failed);
    };
    expect(await find()).toMatchObject({
      poster_key: `${failed}.webp`,
      lines: [{ generation_prompt: 'failed' }, {}],
    });
    await db.asOwner('update generation set deleted_at = now() where id = $1', [failed]);
    expect(await find()).toMatchObject({ poster_key: null, lines: [{ generation_prompt: '' }, {}] });
  });
});

describe('listDaySpending', () => {
  it('adds up to what the account has spent, with what came back, on the days of a time zone', async () => {
    const { userId } = await createLedger();
    for (const timeZone of ['UTC', 'Asia/Shanghai', 'America/Los_Angeles']) {
      const days = await listDaySpending(db.pool, { userId, timeZone, days: 30 });
      expect(days).toHaveLength(30);
      const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
      expect(days.at(-1)).toEqual({ day: today, charged: 825, returned: 675, generations: 3 });
      expect(days.slice(0, -1).every(({ charged, returned }) => charged + returned === 0)).toBe(true);
    }
    expect((await getSpending(db.pool, userId)).spent).toBe(525);
  });

  it('rejects a time zone that does not exist', async () => {
    const { userId } = await createLedger();
    const read = listDaySpending(db.pool, { userId, timeZone: 'Mars/Olympus', days: 30 });
    await expect(read).rejects.toMatchObject({ code: '22023' });
  });
});

describe('an account with 100,000 ledger lines', { tags: 'load' }, () => {
  let userId = '';
  beforeAll(async () => {
    userId = await createUser(db, 1);
    await buy(db, userId, 15_000_000);
    const other = await createUser(db);
    await db.asOwner(
      `insert into generation (id, user_id, kind, medium, status, prompt, model, input, cost, settled, stage, expected_seconds,
                               provider_endpoint, created_at, next_check_at, deadline_at, finished_at)
       select gen_random_uuid(), $1, 'text-to-video', 'video', 'completed', 'Number ' || n, 'wan-t2v', '{}', 300, 300, 'done',
              60, 'fal-ai/wan-t2v', now() - make_interval(mins => 50000 - n), now(), now(), now()
         from generate_series(1, 50000) n`,
      [userId],
    );
    // Skips the triggers, which would hash each line: what is measured here is reading.
    await db.asOwner(
      `begin; set local session_replication_role = replica;
       insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key, generation_id,
                                 prev_hash, hash, created_at)
       select g.user_id, m.kind, m.available, m.held, 0, 0, m.kind || ':' || g.id, g.id, '\\x00', '\\x00', g.created_at
         from generation g,
              lateral (values (1, 'reserve', -300, 300),
                              (2, case when g.prompt like '%7' then 'release' else 'settle' end,
                                  case when g.prompt like '%7' then 300 else 0 end, -300)) m(step, kind, available, held)
        where g.user_id = '${userId}'
        order by g.created_at, g.id, m.step;
       commit`,
    );
    await db.asOwner(
      `begin; set local session_replication_role = replica;
       insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key, prev_hash, hash)
       select '${other}', 'grant', 1, 0, n, 0, 'grant:' || n, '\\x00', '\\x00' from generate_series(1, 100000) n;
       commit`,
    );
    await db.asOwner('analyze generation');
    // Index-only scans need pages that are visible to all; the snapshot of an autovacuum can keep one from being marked.
    await vi.waitFor(async () => expect(await shareVisible()).toBeGreaterThan(0.99), { timeout: 30_000 });
  });

  it.each<[string, Omit<LedgerScope, 'userId'> & { page: number }]>([
    ['ledger_entry_first', { page: 1 }],
    ['ledger_entry_first', { page: 2_500 }],
    ['ledger_entry_kind', { page: 1, kind: 'purchase' }],
    ['ledger_entry_kind', { page: 1, kind: 'release' }],
    ['ledger_entry_kind', { page: 500, kind: 'settle' }],
  ])('finds and counts the groups of a page in the index %s alone for %j', async (index, scope) => {
    const [page = '', count = ''] = await listPlans({ ...scope, userId, pageSize: 20 });
    const scan = `Index Only Scan using ${index} on ledger_entry e`;
    expect(page).toContain(scan);
    expect(page).not.toContain('Seq Scan on ledger_entry');
    expect(count).toContain(scan);
  });
});

/** The plans of the statements that listLedgerGroups sends: for the page, and for the total. */
async function listPlans(query: Parameters<typeof listLedgerGroups>[1]): Promise<string[]> {
  const sent: CompiledQuery[] = [];
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: (event) => void sent.push(event.query),
  });
  await listLedgerGroups({ ...db, kysely }, query);
  const explained = sent
    .toSorted((a, b) => b.sql.length - a.sql.length)
    .map(({ sql, parameters }) => db.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]));
  return (await Promise.all(explained)).map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'));
}

/** Vacuums the ledger; resolves to the share of its pages that every transaction can see whole. */
async function shareVisible(): Promise<number> {
  await db.asOwner('vacuum analyze ledger_entry');
  const [pages] = await db.asOwner<{ share: number }>(
    "select relallvisible::float8 / relpages as share from pg_class where relname = 'ledger_entry'",
  );
  return pages?.share ?? 0;
}
