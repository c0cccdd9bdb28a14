import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { connectDb, upsertUserFromIdentity } from '@atelier/db';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { createLog } from '@atelier/log';
import { afterAll, describe, expect, it } from 'vitest';
import { createAudit } from './create-audit.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.appUrl,
  applicationName: 'test',
  maxConnections: 3,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const lines = new PassThrough();
const log = createLog({ service: 'test', level: 'info' }, lines);

async function user(): Promise<string> {
  const subject = randomUUID();
  const email = `${subject}@atelier.test`;
  const { userId } = await upsertUserFromIdentity(db, {
    provider: 'test',
    subject,
    email,
    isEmailVerified: true,
    name: null,
  });
  return userId;
}

type Row = { user_agent: string | null; occurrences: number };

async function listEvents(name: string): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>('select * from audit_event where name = $1 order by id', [name]);
  return rows;
}

describe('the audit log', () => {
  it('keeps an event with its actor, account and origin, and writes one line to the log', async () => {
    const audit = createAudit({ db, log });
    const userId = await user();
    const requestId = randomUUID();
    await audit.record({
      name: 'sign_in',
      actor: 'user',
      actorId: userId,
      userId,
      requestId,
      address: '192.0.2.1',
      userAgent: 'x'.repeat(1_000),
    });
    expect(await listEvents('sign_in')).toMatchObject([
      { actor: 'user', actor_id: userId, user_id: userId, request_id: requestId, address: '192.0.2.1' },
    ]);
    expect((await listEvents('sign_in'))[0]?.user_agent).toHaveLength(300);
    expect(String(lines.read())).toContain('"audit":"sign_in"');
  });

  it('adds up refusals of one address, and keeps only their number in a flood from many', async () => {
    const audit = createAudit({ db, log });
    for (let time = 0; time < 5; time += 1)
      audit.count({ name: 'origin_refused', actor: 'anonymous', address: '192.0.2.2' });
    for (let address = 0; address < 1_000; address += 1)
      audit.count({ name: 'rate_limited', actor: 'anonymous', address: `2001:db8::${address}` });
    await audit.close();
    expect(await listEvents('origin_refused')).toMatchObject([{ address: '192.0.2.2', occurrences: 5 }]);
    const floods = await listEvents('rate_limited');
    expect(floods.length).toBeLessThanOrEqual(200);
    expect(floods.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(1_000);
  });
});
