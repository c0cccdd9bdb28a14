import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { type MailServer, startMailServer } from '@atelier/dev-stack/mail-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMailer } from './create-mailer.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function server(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const started = await startMailServer(options);
  closing.push(started.close);
  return started;
}
const connectMailer = (SMTP_URL: string, timeouts = { stepMs: 5_000, totalMs: 5_000 }) =>
  createMailer({ SMTP_URL, MAIL_FROM: 'Atelier <no-reply@atelier.test>' }, timeouts);
const mail = {
  id: '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10',
  to: 'ann@example.com',
  subject: '您的举报：页面保留',
  text: '我们审核了您举报的页面。\n\nIt stays.\n',
  html: '<p>我们审核了您举报的页面。</p>',
};

describe('a mail', () => {
  it('arrives in both forms, from the sender of the settings, marked as automatic', async () => {
    const { url, received } = await server();
    expect(await connectMailer(url).send(mail)).toEqual({ isSent: true });
    expect(received).toHaveLength(1);
    const [{ raw, ...parts } = expect.unreachable()] = received;
    expect(parts).toEqual({
      from: 'no-reply@atelier.test',
      to: [mail.to],
      subject: mail.subject,
      text: expect.stringContaining('我们审核了您举报的页面。'),
      messageId: `<${mail.id}@atelier.test>`,
    });
    expect(raw).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(raw).toMatch(/^From: Atelier <no-reply@atelier\.test>$/m);
    expect(raw).toMatch(/^Content-Type: text\/html/m);
  });

  it('cannot add headers or recipients through what it says', async () => {
    const { url, received } = await server();
    await connectMailer(url).send({ ...mail, subject: 'a\r\nBcc: eve@example.com\r\n\r\nb' });
    expect(received[0]?.to).toEqual([mail.to]);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it.each([
    'ann@example.com, eve@example.com',
    'a@x.test\r\nBcc: eve@example.com',
    'abc',
    '',
    'Ann <ann@example.com>',
  ])('goes to one address or is refused for good: %j', async (to) => {
    const { url, received } = await server();
    expect(await connectMailer(url).send({ ...mail, to })).toEqual({
      isSent: false,
      problem: 'recipient_refused',
      status: null,
      isFinal: true,
    });
    expect(received).toEqual([]);
  });

  it('signs in with the user and the password of the address, escapes undone', async () => {
    const seen: unknown[] = [];
    const { port } = await server({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        if (password === 'p@ss') done(null, { user: username });
        else done(Object.assign(new Error('no'), { responseCode: 535 }));
      },
    });
    expect(await connectMailer(`smtp://no-reply:p%40ss@127.0.0.1:${port}`).send(mail)).toEqual({
      isSent: true,
    });
    expect(await connectMailer(`smtp://no-reply:wrong@127.0.0.1:${port}`).send(mail)).toEqual({
      isSent: false,
      problem: 'sign_in_refused',
      status: 535,
      isFinal: false,
    });
    expect(seen).toEqual([
      ['no-reply', 'p@ss'],
      ['no-reply', 'wrong'],
    ]);
  });
});

describe('a mail server', () => {
  it.each([
    ['recipient', 550, { problem: 'recipient_refused', isFinal: true }],
    ['recipient', 451, { problem: 'recipient_refused', isFinal: false }],
    ['sender', 550, { problem: 'refused', isFinal: false }],
    ['message', 554, { problem: 'refused', isFinal: false }],
  ] as const)('that refuses the %s with %i is reported without its words', async (step, code, outcome) => {
    const { url, refusals, received } = await server();
    refusals[step].push(code);
    const refused = await connectMailer(url).send(mail);
    expect(refused).toEqual({ isSent: false, status: code, ...outcome });
    expect(JSON.stringify(refused)).not.toContain('ann');
    expect(received).toEqual([]);
  });

  it.each(['connect', 'recipient', 'message'] as const)(
    'that says nothing at the %s ends after the timeout',
    async (step) => {
      const { url, refusals } = await server();
      refusals[step].push(0);
      const outcome = await connectMailer(url, { stepMs: 100, totalMs: 5_000 }).send(mail);
      expect(outcome).toMatchObject({ isSent: false, problem: 'timeout', isFinal: false });
    },
  );

  it('that always says a little is left at the end of the whole time', async () => {
    const slow: Server = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const ended = new Promise<void>((resolve) =>
      slow.on('connection', (socket) => socket.on('close', () => resolve())),
    );
    closing.push(() => new Promise((resolve) => slow.close(resolve)));
    const { port } = slow.address() as AddressInfo;
    const mailer = connectMailer(`smtp://127.0.0.1:${port}`, { stepMs: 5_000, totalMs: 200 });
    expect(await mailer.send(mail)).toMatchObject({ isSent: false, problem: 'timeout' });
    await ended;
  });

  it('that is away is no connection, and so is a name that nothing has', async () => {
    const { url, close } = await startMailServer();
    await close();
    const away = { isSent: false, problem: 'no_connection', status: null, isFinal: false };
    expect(await connectMailer(url).send(mail)).toEqual(away);
    expect(await connectMailer('smtps://mail.invalid').send(mail)).toEqual(away);
  });

  it('with a certificate that is not valid for its name gets nothing', async () => {
    const { port, received, problems } = await server({ secure: true });
    expect(await connectMailer(`smtps://a:b@127.0.0.1:${port}`).send(mail)).toMatchObject({ isSent: false });
    await vi.waitUntil(() => problems.length > 0, { timeout: 20_000 });
    expect(received).toEqual([]);
  });
});
