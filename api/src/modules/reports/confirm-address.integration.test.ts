import type { Share } from '@atelier/contract';
import { claimMail, listDueMails, markMailFailed, markMailSent } from '@atelier/db';
import { createMailLinks } from '@atelier/mail';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishVideo } from '../../testing/endings.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createWebWords } from '../../testing/web-words.ts';

const mail = { SMTP_URL: 'smtps://no-reply:hunter2@mail.example', MAIL_FROM: 'no-reply@atelier.test' };
const common = {
  WEB_DIST: await createWebWords(),
  ADMIN_EMAILS: 'ops@atelier.test',
  TRUST_PROXY: '127.0.0.1',
};
const api = await startTestApi({ settings: { ...common, ...mail, LOG_LEVEL: 'debug' } });
const silent = await startTestApi({ settings: common, store: api.store });
afterEach(() => api.store.expectWholeLedger());
afterAll(async () => {
  await silent.close();
  await api.close();
});
const visitor = api.browser();
const owner = await api.user();
const operator = await api.user({ email: 'ops@atelier.test' });
const { pool } = api.store.owner;

let senders = 0;
/** Each from an address of its own. */
function post(path: string, fields: Record<string, string> = {}, by = visitor) {
  senders += 1;
  return by.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `203.0.113.${senders % 250}`,
    },
  });
}

async function shared(): Promise<{ id: string; path: string }> {
  const { id } = await finishVideo(api.deps, owner, { prompt: 'A red fox' });
  const { share } = (await owner.post(`/api/generations/${id}/share`, {})).body as { share: Share };
  return { id, path: new URL(share.url ?? '').pathname };
}

type Reported = { id: string; reportId: string; email: string; statusPath: string };
/** A report of a new page. */
async function reported(email = `reporter-${senders}@example.com`, language = 'en'): Promise<Reported> {
  const { id, path } = await shared();
  const fields = { reason: 'violence', statement: 'yes', details: 'The secret second', email };
  const reply = await post(`${path}/report?lang=${language}`, fields);
  expect(reply.status, String(reply.body)).toBe(303);
  const { rows } = await pool.query('select id from report where generation_id = $1', [id]);
  return { id, email, reportId: rows[0].id, statusPath: reply.headers.get('location') ?? '' };
}

type Mail = { id: string; kind: string; language: string; decision: string | null; note: string | null };
const listMails = async ({ id }: { id: string }) =>
  (
    await pool.query<Mail>(
      `select id, kind, language, decision, note from mail where generation_id = $1 order by kind, created_at`,
      [id],
    )
  ).rows;
const findLink = async ({ reportId }: Reported) => {
  const url = new URL((await api.deps.mailLinks?.confirmUrl(reportId, 'en')) ?? expect.unreachable());
  return url.pathname + url.search;
};
const confirm = async (report: Reported) => post(await findLink(report));
const decide = ({ id }: { id: string }, act: string) =>
  operator.post(`/api/admin/reports/${id}/${act}`, { reason: 'Looked at it closely' });
const confirmedAt = async ({ reportId }: Reported) =>
  (await pool.query('select confirmed_at from report where id = $1', [reportId])).rows[0]?.confirmed_at;

describe('the address of a reporter', () => {
  it('is confirmed by pressing a button, not by opening the link, which works without a script', async () => {
    const report = await reported();
    expect(await listMails(report)).toMatchObject([
      { kind: 'report_address', language: 'en', decision: null },
    ]);
    const link = await findLink(report);
    for (let scan = 0; scan < 3; scan += 1) {
      const html = String((await visitor.get(link)).body);
      expect(html).toContain(`<form method="post" action="${link}">`);
      expect(html).not.toMatch(/<script|undefined/);
    }
    expect(await confirmedAt(report)).toBeNull();
    expect((await visitor.request(link, { method: 'HEAD' })).status).toBe(200);
    expect(await confirmedAt(report)).toBeNull();
    const confirmed = await confirm(report);
    expect([confirmed.status, String(confirmed.body)]).toEqual([
      200,
      expect.stringContaining('Your address is confirmed'),
    ]);
    const first = await confirmedAt(report);
    expect(first).toBeInstanceOf(Date);
    expect((await confirm(report)).status).toBe(200);
    expect(await confirmedAt(report)).toEqual(first);
    const events = await auditEvents(api, { name: 'report_address_confirmed' });
    expect(events.filter(({ details }) => details.report_id === report.reportId)).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('example.com');
  });

  it('is not confirmed by another site, a forged link, or one that has expired', async () => {
    const report = await reported();
    const link = await findLink(report);
    const elsewhere = await visitor.request(link, { method: 'POST', origin: 'https://evil.example' });
    expect(elsewhere.status).toBe(403);
    const [path = '', query] = link.split('?');
    const forged = [`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, path.slice(0, -1), `${path}A`];
    for (const address of forged)
      for (const reply of [await visitor.get(`${address}?${query}`), await post(`${address}?${query}`)])
        expect(reply.status).toBe(404);
    const past = createMailLinks(pool, api.deps.env, () => Date.now() - 8 * 86_400_000);
    const old = new URL(await past.confirmUrl(report.reportId, 'zh-CN'));
    for (const reply of [await visitor.get(old.pathname), await post(old.pathname + old.search)]) {
      expect(reply.status).toBe(410);
    }
    expect(String((await visitor.get(old.pathname + old.search)).body)).toContain('链接已过期');
    expect(await confirmedAt(report)).toBeNull();
    // The token of another page opens nothing here, and a link is no page of a report.
    const token = new URL(report.statusPath, 'http://x').pathname.split('/').at(-1);
    expect((await visitor.get(`/s/report/confirm/${token}`)).status).toBe(404);
    expect((await visitor.get(path.replace('/confirm', ''))).status).toBe(404);
  });

  it('is written to three times a day at most, whatever reports name it and however it is spelled', async () => {
    const first = await reported('victim@example.org');
    const again = await post(`${new URL(first.statusPath, 'http://x').pathname}/mail?lang=en`);
    expect(again.status).toBe(303);
    const status = String((await visitor.get(again.headers.get('location') ?? '')).body);
    expect(status).toContain('The link is on its way.');
    const others = [];
    for (const email of ['VICTIM@example.org', 'victim+1@example.org', 'victim+2@Example.org'])
      others.push(await reported(email));
    const counts = await Promise.all(
      [first, ...others].map(async (report) => (await listMails(report)).length),
    );
    expect(counts).toEqual([2, 1, 0, 0]);
    const [, , last = expect.unreachable()] = others;
    expect(String((await visitor.get(last.statusPath)).body)).toContain('Send me a link');
    const refused = await post(`${new URL(last.statusPath, 'http://x').pathname}/mail?lang=en`);
    const html = String((await visitor.get(refused.headers.get('location') ?? '')).body);
    expect(html).toContain('an address gets at most 3 links a day');
    expect(await listMails(last)).toEqual([]);
    await pool.query(
      `update mail set created_at = created_at - interval '25 hours' where generation_id = $1`,
      [first.id],
    );
    await post(`${new URL(last.statusPath, 'http://x').pathname}/mail`);
    expect(await listMails(last)).toHaveLength(1);
  });

  it('gets no more than its three links from twenty requests at once', async () => {
    const report = await reported();
    const path = `${new URL(report.statusPath, 'http://x').pathname}/mail`;
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(path)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await listMails(report)).toHaveLength(3);
  });

  it('is asked for on the page of the report, in its language, until it is confirmed', async () => {
    const report = await reported('liu@example.com', 'zh-CN');
    const page = async () => String((await visitor.get(report.statusPath)).body);
    expect(await listMails(report)).toMatchObject([{ language: 'zh-CN' }]);
    expect(await page()).toContain('我们已向您填写的邮箱发送了一个链接');
    const [{ id } = expect.unreachable()] = await listMails(report);
    await claimMail(pool, id);
    await markMailFailed(pool, { id, attempt: 1, isFinal: true });
    expect(await page()).toContain('无法送达您填写的邮箱');
    await confirm(report);
    expect(await page()).toContain('您已确认邮箱');
    expect(await page()).not.toContain('<form');
    expect(await page()).not.toContain('liu@example.com');
  });

  it('is asked nothing when none was given', async () => {
    const { id, path } = await shared();
    const reply = await post(`${path}/report`, { reason: 'violence', statement: 'yes' });
    expect(await listMails({ id })).toEqual([]);
    const { pathname } = new URL(reply.headers.get('location') ?? '', 'http://x');
    expect(String((await visitor.get(pathname)).body)).not.toContain('<form');
    expect((await post(`${pathname}/mail`)).status).toBe(404);
  });
});

describe('a decision', () => {
  it('is mailed to confirmed addresses alone, and to the owner with the reason in their language', async () => {
    const report = await reported();
    const { path } = await reportedAgain(report, 'unconfirmed@example.com');
    expect(path).toContain('/s/report/');
    await confirm(report);
    owner.cookies.set('language', 'zh-CN');
    await finishAndShare();
    owner.cookies.delete('language');
    expect((await decide(report, 'hide')).status).toBe(200);
    expect((await listMails(report)).filter(({ decision }) => decision)).toEqual([]);
    expect((await decide(report, 'remove')).status).toBe(200);
    expect((await decide(report, 'remove')).status).toBe(409);
    const decided = (await listMails(report)).filter(({ decision }) => decision);
    expect(decided).toMatchObject([
      { kind: 'report_decision', language: 'en', decision: 'removed', note: null },
      { kind: 'work_decision', language: 'zh-CN', decision: 'removed', note: 'Looked at it closely' },
    ]);
    const due = (await listDueMails(pool)).map(({ id }) => id);
    expect(due).toEqual(expect.arrayContaining(decided.map(({ id }) => id)));
    for (const { id } of decided) {
      await claimMail(pool, id);
      await markMailSent(pool, id);
    }
    expect((await decide(report, 'restore')).status).toBe(200);
    const restored = (await listMails(report)).filter(({ decision }) => decision === 'restored');
    expect(restored.map(({ kind }) => kind)).toEqual(['report_decision', 'work_decision']);
  });

  it('that was there before the address was confirmed is mailed then, once', async () => {
    const report = await reported();
    expect((await decide(report, 'keep')).status).toBe(200);
    const before = (await listMails(report)).filter(({ kind }) => kind === 'report_decision');
    expect(before).toEqual([]);
    await Promise.all([confirm(report), confirm(report), confirm(report)]);
    const after = (await listMails(report)).filter(({ kind }) => kind === 'report_decision');
    expect(after).toMatchObject([{ decision: 'kept', language: 'en' }]);
  });

  it('is one mail for an address that reported the page more than once', async () => {
    const report = await reported('twice@example.com');
    const second = await reportedAgain(report, 'Twice@example.com');
    await confirm(report);
    await confirm({ ...report, reportId: second.reportId });
    await decide(report, 'keep');
    const kinds = (await listMails(report)).filter(({ decision }) => decision).map(({ kind }) => kind);
    expect(kinds).toEqual(['report_decision', 'work_decision']);
  });
});

async function reportedAgain({ id }: Reported, email: string): Promise<{ reportId: string; path: string }> {
  const { rows } = await pool.query('select token from share where generation_id = $1', [id]);
  const fields = { reason: 'hate', statement: 'yes', email };
  const reply = await post(`/s/${rows[0].token}/report`, fields);
  const reports = await pool.query(
    'select id from report where generation_id = $1 order by created_at desc, id desc limit 1',
    [id],
  );
  return { reportId: reports.rows[0].id, path: reply.headers.get('location') ?? '' };
}

async function finishAndShare(): Promise<void> {
  await shared();
}

describe('without a mail server', () => {
  it('reports are handled as ever, and no page speaks of mail', async () => {
    const report = await reported();
    await pool.query('delete from mail where generation_id = $1', [report.id]);
    const other = silent.browser();
    const page = String((await other.get(report.statusPath)).body);
    expect(page).toContain('Your report has arrived');
    expect(page).not.toContain('<form');
    expect((await other.get(await findLink(report))).status).toBe(404);
    const { rows } = await pool.query('select token from share where generation_id = $1', [report.id]);
    const fields = { reason: 'hate', statement: 'yes', email: 'ann@example.com' };
    expect((await post(`/s/${rows[0].token}/report`, fields, other)).status).toBe(303);
    const silentOperator = await silent.user({ email: 'ops@atelier.test', credits: 0 });
    const kept = await silentOperator.post(`/api/admin/reports/${report.id}/keep`, { reason: 'Harmless' });
    expect(kept.status).toBe(200);
    expect(await listMails(report)).toEqual([]);
  });
});

it('the log contains no address, text, token or password', async () => {
  const report = await reported('logged@example.com');
  const link = await findLink(report);
  await visitor.get(link);
  await confirm(report);
  await decide(report, 'remove');
  const text = api.logText();
  const tokens = [link, report.statusPath].map((path) =>
    new URL(path, 'http://x').pathname.split('/').at(-1),
  );
  expect(text).toContain('/s/report/confirm/[redacted]');
  for (const secret of ['logged@', 'hunter2', 'secret second', ...tokens]) expect(text).not.toContain(secret);
});
