import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  from: string;
  to: string[];
  /** The whole message, headers and both of its forms, as it was sent. */
  raw: string;
  /** Its plain text, decoded. */
  text: string;
  subject: string;
  messageId: string;
};

type Step = 'connect' | 'sender' | 'recipient' | 'message';

/** A real SMTP server in this process, whose behaviour each test sets. */
export type MailServer = {
  /** `smtp://127.0.0.1:port` */
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Replies with these codes at a step; each is used once. 0: no reply at all. */
  refusals: Record<Step, number[]>;
  /** Errors of connections, such as a client that disconnected in the middle. */
  problems: Error[];
  close(): Promise<void>;
};

/** `options`: sign-in, TLS and all else that the library knows. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: MailServer['refusals'] = { connect: [], sender: [], recipient: [], message: [] };
  const at = (step: Step, done: (error?: Error | null) => void) => {
    const code = refusals[step].shift();
    if (code === undefined) return done();
    if (code > 0) done(Object.assign(new Error('refused for the test'), { responseCode: code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onConnect: (_session, done) => at('connect', done),
    onMailFrom: (_address, _session, done) => at('sender', done),
    onRcptTo: ({ address }, _session, done) =>
      at('recipient', (error) => {
        // Quotes the address in a refusal, as servers do.
        if (error) error.message = `<${address}> is unknown here`;
        done(error);
      }),
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      at('message', (error) => {
        if (!error) received.push(read(raw, envelope));
        done(error);
      });
    },
  });
  const problems: Error[] = [];
  server.on('error', (error) => problems.push(error));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    refusals,
    problems,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
}

type Envelope = { mailFrom: { address: string } | false | null; rcptTo: { address: string }[] };

function read(raw: string, { mailFrom, rcptTo }: Envelope): ReceivedMail {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    raw,
    text: plainText(raw),
    subject: decodeWords(header('subject')),
    messageId: header('message-id'),
  };
}

/** The first text/plain part. */
function plainText(raw: string): string {
  const [, head = '', body = ''] =
    /^Content-Type: text\/plain(.*?)\r\n\r\n(.*?)(?=\r\n----|$(?![\s\S]))/ims.exec(raw) ?? [];
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body;
}

/** RFC 2047. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, form: string, data: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(data, 'base64').toString()
        : decodeQuoted(data.replaceAll('_', ' ')),
    );
}

function decodeQuoted(data: string): string {
  return Buffer.from(
    data.replace(/=([\dA-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
