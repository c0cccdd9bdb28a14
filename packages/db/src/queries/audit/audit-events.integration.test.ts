import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { clearAuditOrigins, insertAuditEvent, type NewAuditEvent } from './audit-events.ts';

const db = await openTestDb();
afterAll(() => db.drop());

const event: NewAuditEvent = {
  name: 'sign_out',
  actor: 'user',
  actorId: null,
  userId: null,
  reason: null,
  details: {},
  occurrences: 1,
  requestId: null,
  address: '192.0.2.3',
  userAgent: 'Firefox',
};

describe('an audit event', () => {
  it('cannot be changed or removed, neither by the application nor by the owner of the schema', async () => {
    await insertAuditEvent(db.pool, event);
    const change = `update audit_event set name = 'sign_in'`;
    await expect(db.pool.query(change)).rejects.toThrow('permission denied');
    await expect(db.pool.query('delete from audit_event')).rejects.toThrow('permission denied');
    await expect(db.asOwner(change)).rejects.toThrow('immutable');
    await expect(db.asOwner('delete from audit_event')).rejects.toThrow('immutable');
    await expect(db.asOwner('truncate audit_event cascade')).rejects.toThrow('immutable');
    const spoof = `update audit_event set address = '192.0.2.4'`;
    await expect(db.pool.query(spoof)).rejects.toThrow('immutable');
  });

  it('loses its address and browser, which are personal data, after the given days and no sooner', async () => {
    await db.asOwner(`
      insert into audit_event (name, actor, reason, address, user_agent, created_at)
      select 'sign_in', 'user', 'old', '192.0.2.9', 'Firefox', now() - interval '91 days' from generate_series(1, 1500)`);
    await clearAuditOrigins(db.pool, 90);
    const left = async () =>
      (
        await db.pool.query<{ reason: string; kept: number; all: number }>(
          `select coalesce(reason, 'new') as reason, count(*)::int as all,
                  count(*) filter (where address is not null or user_agent is not null)::int as kept
             from audit_event group by 1 order by 1`,
        )
      ).rows;
    // A thousand at a time.
    expect(await left()).toEqual([
      { reason: 'new', all: 1, kept: 1 },
      { reason: 'old', all: 1500, kept: 500 },
    ]);
    await clearAuditOrigins(db.pool, 90);
    expect(await left()).toMatchObject([{ kept: 1 }, { all: 1500, kept: 0 }]);
  });
});
