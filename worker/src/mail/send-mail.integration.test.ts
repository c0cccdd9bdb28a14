import { createHash, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import {
  claimMail,
  confirmReportAddress,
  decideReports,
  deleteExpired,
  findLedgerProblems,
  insertAddressMail,
  insertDecisionMails,
  insertReport,
  rememberLanguage,
} from '@atelier/db';
import { type MailServer, startMailServer } from '@atelier/dev-stack/mail-server';
import { enqueueMails } from '@atelier/generations';
import { createLog } from '@atelier/log';
import { createMailer } from '@atelier/mail';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { createHandlers } from '../handlers.ts';
import { sweep } from '../sweeper/sweep.ts';
import { order } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

let worker: TestWorker;
let deps: WorkerDeps;
let server: MailServer;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = worker.deps;
});
afterAll(() => worker.close());
beforeEach(async () => {
  server = await startMailServer();
  deps.mailer = connectMailer(server.url);
});
afterEach(async () => {
  await server.close();
  await query(`update mail set state = 'given_up' where state = 'waiting'`);
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
});

const connectMailer = (SMTP_URL: string, stepMs = 5_000) =>
  createMailer({ SMTP_URL, MAIL_FROM: 'no-reply@atelier.test' }, { stepMs, totalMs: 5_000 });
const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await deps.db.pool.query(text, values)).rows as Row[];

type Reported = { id: string; user_id: string; reportId: string; email: string };
/** A shared generation and a report of it, by a reporter who reads `language`. */
async function reported(language = 'en'): Promise<Reported> {
  const { id, user_id } = await order(deps, { prompt: 'A secret garden' });
  const tokenHash = createHash('sha256').update(id).digest();
  await query(
    `insert into share (id, generation_id, user_id, token, token_hash) values ($1, $2, $3, 'x', $4)`,
    [randomUUID(), id, user_id, tokenHash],
  );
  const reportId = randomUUID();
  const email = `${reportId}@reporter.example`;
  await insertReport(deps.db, {
    id: reportId,
    tokenHash,
    reason: 'violence',
    details: 'The secret second',
    signature: 'Ann Secret',
    email,
    language,
    statusHash: createHash('sha256').update(reportId).digest(),
  });
  return { id, user_id, reportId, email };
}

async function askToConfirm({ reportId, email }: Reported): Promise<string> {
  const addressHash = await deps.mailLinks.addressHash(email);
  return (await insertAddressMail(deps.db, { reportId, addressHash })) ?? expect.unreachable();
}

/** Decided by an operator after the reporter had confirmed the address. Returns the mails about it. */
async function decided(report: Reported, act: 'keep' | 'remove' = 'remove'): Promise<string[]> {
  await confirmReportAddress(deps.db.pool, report.reportId);
  let ids: string[] = [];
  const note = 'Shows a secret';
  await decideReports(deps.db, { generationId: report.id, act, by: 'ops', note }, async (on) => {
    const decision = act === 'keep' ? 'kept' : 'removed';
    ids = await insertDecisionMails(on, { generationId: report.id, decision, note });
  });
  return ids;
}

const send = (mailId: string, by = deps) => createHandlers(by)['send-mail']({ mailId }, context);
const context = {
  jobId: 'test',
  attempt: 1,
  isLastAttempt: true,
  signal: undefined,
  delayUntil: () => expect.unreachable('the database schedules attempts'),
};
type MailState = { state: string; attempts: number; seconds: number };
const readState = async (id: string) =>
  (
    await query<MailState>(
      `select state, attempts, extract(epoch from next_attempt_at - now())::float as seconds from mail where id = $1`,
      [id],
    )
  )[0] ?? expect.unreachable();
const makeDue = (id: string) => query('update mail set next_attempt_at = now() where id = $1', [id]);
const listEvents = (mailId: string) =>
  query(`select user_id, details from audit_event where name = 'mail_sent' and details->>'mail_id' = $1`, [
    mailId,
  ]);
const readAddress = async ({ user_id }: Reported) =>
  (await query<{ email: string }>('select email from app_user where id = $1', [user_id]))[0]?.email ?? '';

describe('the link to confirm an address', () => {
  it('arrives in the language of the reporter, works, and says nothing of the report', async () => {
    const report = await reported('zh-CN');
    await send(await askToConfirm(report));
    const [{ to, subject, text, raw } = expect.unreachable('nothing received')] = server.received;
    expect([to, subject]).toEqual([[report.email], '请确认您的电子邮箱']);
    const url = new URL(/https?:\S+\/s\/report\/confirm\/\S+/.exec(text)?.[0] ?? '');
    expect(url.searchParams.get('lang')).toBe('zh-CN');
    const token = url.pathname.split('/').at(-1) ?? '';
    expect(await deps.mailLinks.readConfirmation(token)).toEqual({ ok: true, reportId: report.reportId });
    for (const secret of ['secret', 'Secret', 'violence', '暴力', report.id])
      expect(text).not.toContain(secret);
    expect(raw).not.toContain('Secret');
  });

  it('is not sent any more when the address was confirmed or is gone', async () => {
    const confirmed = await reported();
    const [early, late] = [await askToConfirm(confirmed), await askToConfirm(confirmed)];
    await send(early);
    await confirmReportAddress(deps.db.pool, confirmed.reportId);
    await send(late);
    expect(server.received).toHaveLength(1);
    expect(await query('select from mail where id = $1', [late])).toEqual([]);
    const erased = await reported();
    const id = await askToConfirm(erased);
    await query('delete from report where id = $1', [erased.reportId]);
    await send(id);
    expect(server.received).toHaveLength(1);
    expect(await query('select from mail where id = $1', [id])).toEqual([]);
  });
});

describe('a decision', () => {
  it('reaches the reporter and the owner, each in their language, and is in the audit log without an address', async () => {
    const report = await reported('en');
    await rememberLanguage(deps.db.pool, report.user_id, 'zh-CN');
    const ids = await decided(report);
    for (const id of ids) await send(id);
    const [toReporter, toOwner] = [report.email, await readAddress(report)].map(
      (address) => server.received.find(({ to }) => to[0] === address) ?? expect.unreachable(),
    );
    expect(toReporter?.subject).toBe('Your report: the page was removed');
    expect(toReporter?.text).not.toMatch(/secret/i);
    expect(toOwner?.subject).toBe('您的作品已被下架');
    expect(toOwner?.text).toContain('Shows a secret');
    expect(toOwner?.text).toContain(`/creator/history/video?view=${report.id}`);
    expect(toOwner?.text).not.toContain(report.email);
    const events = await Promise.all(ids.map(listEvents));
    expect(events.flat()).toHaveLength(2);
    expect(
      events
        .flat()
        .map(({ user_id }) => user_id)
        .toSorted(),
    ).toEqual([report.user_id, null].toSorted());
    expect(JSON.stringify(events)).not.toMatch(/@|secret/i);
  });

  it('is sent once, however often and by however many jobs', async () => {
    const [id = expect.unreachable()] = await decided(await reported());
    await Promise.all(Array.from({ length: 10 }, () => send(id)));
    await makeDue(id);
    await send(id);
    expect(server.received).toHaveLength(1);
    expect(await listEvents(id)).toHaveLength(1);
  });

  it('is not mailed to an erased owner', async () => {
    const report = await reported();
    const ids = await decided(report);
    await query(`update app_user set erased_at = now(), closed_at = now() where id = $1`, [report.user_id]);
    for (const id of ids) await send(id);
    expect(server.received.map(({ to }) => to[0])).toEqual([report.email]);
  });
});

describe('a failed attempt', () => {
  it.each([
    ['a recipient that is asked to wait', () => server.refusals.recipient.push(451)],
    ['a sender that is refused', () => server.refusals.sender.push(550)],
    ['a refused message', () => server.refusals.message.push(554)],
    ['a server that is busy', () => server.refusals.connect.push(421)],
  ])('by %s is repeated a minute later', async (_what, refuse) => {
    refuse();
    const id = await askToConfirm(await reported());
    await send(id);
    const { seconds, ...state } = await readState(id);
    expect(state).toEqual({ state: 'waiting', attempts: 1 });
    expect(seconds).toBeGreaterThan(30);
    await send(id);
    expect(server.received).toEqual([]);
    await makeDue(id);
    await send(id);
    expect(await readState(id)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.received).toHaveLength(1);
  });

  it.each(['connect', 'recipient', 'message'] as const)(
    'by a server that hangs at the %s ends after the timeout',
    async (step) => {
      server.refusals[step].push(0);
      deps.mailer = connectMailer(server.url, 100);
      const id = await askToConfirm(await reported());
      await send(id);
      expect(await readState(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    },
  );

  it('is the last one when the recipient is refused for good', async () => {
    server.refusals.recipient.push(550);
    const id = await askToConfirm(await reported());
    await send(id);
    expect(await readState(id)).toMatchObject({ state: 'given_up', attempts: 1 });
    await makeDue(id);
    await send(id);
    expect(server.received).toEqual([]);
    expect(await listEvents(id)).toEqual([]);
  });

  it('by a server that is away is repeated for three days', async () => {
    await server.close();
    const id = await askToConfirm(await reported());
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await send(id);
      waits.push(Math.round((await readState(id)).seconds / 60));
      await makeDue(id);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await query(`update mail set created_at = now() - interval '71.5 hours' where id = $1`, [id]);
    await send(id);
    expect(await readState(id)).toMatchObject({ state: 'given_up', attempts: 9 });
  });

  it('of a worker that died between its claim and the mail server is followed by the next one', async () => {
    const [id = expect.unreachable()] = await decided(await reported());
    expect(await claimMail(deps.db.pool, id)).toMatchObject({ attempts: 1 });
    await send(id);
    expect(server.received).toEqual([]);
    await makeDue(id);
    await send(id);
    expect(await readState(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('of a worker that died after the mail server is repeated under the same id', async () => {
    const id = await askToConfirm(await reported());
    const died = new Error('killed');
    const pool = new Proxy(deps.db.pool, {
      get(target, name, receiver) {
        if (name !== 'query') return Reflect.get(target, name, receiver);
        return (statement: { name?: string }) =>
          statement.name === 'mark-mail-sent'
            ? Promise.reject(died)
            : target.query(statement as unknown as string);
      },
    });
    await expect(send(id, { ...deps, db: { ...deps.db, pool } })).rejects.toBe(died);
    await makeDue(id);
    await send(id);
    expect(new Set(server.received.map(({ messageId }) => messageId))).toEqual(
      new Set([`<${id}@atelier.test>`]),
    );
    expect(server.received).toHaveLength(2);
    expect(await listEvents(id)).toHaveLength(1);
  });
});

it('the log contains neither an address nor the text of a mail', async () => {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const logging = { ...deps, log: createLog({ service: 'worker', level: 'trace' }, destination) };
  const report = await reported();
  const link = await askToConfirm(report);
  server.refusals.recipient.push(451, 550);
  await send(link, logging);
  await makeDue(link);
  await send(link, logging);
  for (const id of await decided(report)) await send(id, logging);
  const text = lines.join('');
  expect(text).toContain('mail sent');
  expect(text).toContain('mail given up');
  expect(text).toContain('mail not sent; it will be repeated');
  for (const secret of ['@', 'secret', 'is unknown here', '/confirm/']) expect(text).not.toContain(secret);
});

it('a worker without a mail server leaves mails waiting', async () => {
  const id = await askToConfirm(await reported());
  deps.mailer = undefined;
  await send(id);
  await sweep(deps);
  expect(await readState(id)).toMatchObject({ state: 'waiting', attempts: 0 });
});

it('the sweeper deletes mails a week after they were written', async () => {
  const ids = [await askToConfirm(await reported()), await askToConfirm(await reported())];
  await send(ids[0] ?? '');
  await query(`update mail set created_at = now() - interval '8 days' where id = any($1)`, [ids]);
  await deleteExpired(deps.db.pool);
  expect(await query('select id from mail where id = any($1)', [ids])).toEqual([{ id: ids[1] }]);
});

describe('a mail with jobs running', () => {
  beforeAll(() => worker.startJobs());
  const reaches = (id: string, state: string) =>
    vi.waitUntil(async () => (await readState(id)).state === state, { timeout: 25_000 });

  it('is sent without the sweeper, and by it when its job was lost', { tags: 'faults' }, async () => {
    const report = await reported();
    const id = await askToConfirm(report);
    await enqueueMails(deps, report.id, [id]);
    await reaches(id, 'sent');
    // Written by a process that died before it could enqueue it.
    const lost = await decided(await reported(), 'keep');
    await sweep(deps);
    for (const mailId of lost) await reaches(mailId, 'sent');
    expect(server.received).toHaveLength(1 + lost.length);
  });
});
