import { emailAddress } from '@atelier/contract';
import type { NodemailerError } from 'nodemailer';

type MailSettings = {
  /** smtp: or smtps:, with user and password, or none where the server knows us by our address. */
  SMTP_URL: string;
  /** An address, or `Name <address>`. */
  MAIL_FROM: string;
};

export type OutgoingMail = {
  /** Stays the same at each attempt: a mail server that has taken a message of this id knows it again. */
  id: string;
  /** One address; anything else is refused for good. */
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Outcome of one attempt, without the server's text, because that quotes addresses. */
export type MailOutcome =
  | { isSent: true }
  | {
      isSent: false;
      problem: 'timeout' | 'no_connection' | 'no_tls' | 'sign_in_refused' | 'recipient_refused' | 'refused';
      /** The server's SMTP reply; null without one. */
      status: number | null;
      /** The recipient is refused for good: the next attempt would be too. */
      isFinal: boolean;
    };

export type Mailer = {
  /** Host of the mail server, for the log. */
  host: string;
  /** Never rejects for what the server or the network does. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
};

type Timeouts = {
  /** Limit for connecting, for the greeting, and between two replies. */
  stepMs: number;
  /** Limit for the whole of one attempt, after which its connection is closed. */
  totalMs: number;
};

/** Shorter than the shortest wait between two attempts, a minute: never two at once of one mail. */
const defaultTimeouts: Timeouts = { stepMs: 10_000, totalMs: 30_000 };

const ports = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Sends mails, each over a connection of its own. Over smtp: the server must offer STARTTLS with a certificate that is
 * valid for its name, unless it runs on this machine: mails hold addresses and links that act.
 */
export function createMailer(
  { SMTP_URL, MAIL_FROM }: MailSettings,
  { stepMs, totalMs }: Timeouts = defaultTimeouts,
): Mailer {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const host = hostname.replace(/^\[|\]$/g, '');
  const settings = {
    host,
    port: Number(port) || ports[protocol as keyof typeof ports],
    secure: protocol === 'smtps:',
    requireTLS: !isThisMachine(host),
    ignoreTLS: isThisMachine(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Read with the first mail: it would be a twelfth of the start of every process, and few send any.
  const connect = async () => (await import('nodemailer')).createTransport(settings);
  let transport: ReturnType<typeof connect> | undefined;
  // The sender is checked by packages/env.
  const domain = /@([^\s<>@]+)>?$/.exec(MAIL_FROM)?.[1] ?? host;
  return {
    host,
    async send({ id, to, ...mail }) {
      // The recipient is passed as one address: a text would be a list, in which a comma begins another recipient.
      const address = emailAddress.safeParse(to);
      if (!address.success)
        return { isSent: false, problem: 'recipient_refused', status: null, isFinal: true };
      try {
        transport ??= connect();
        await (await transport).sendMail({
          ...mail,
          to: { name: '', address: address.data },
          from: MAIL_FROM,
          messageId: `<${id}@${domain}>`,
          // No out-of-office reply: the sender's box is not read (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
          signal: AbortSignal.timeout(totalMs),
        });
        return { isSent: true };
      } catch (error) {
        return readOutcome(error as NodemailerError);
      }
    },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

type Failure = Extract<MailOutcome, { isSent: false }>;

const problems: Readonly<Record<string, Failure['problem']>> = {
  EABORT: 'timeout',
  ETIMEDOUT: 'timeout',
  EAUTH: 'sign_in_refused',
  ENOAUTH: 'sign_in_refused',
  ETLS: 'no_tls',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  EPROTOCOL: 'no_connection',
  ECONNECTION: 'no_connection',
  ESOCKET: 'no_connection',
  EDNS: 'no_connection',
};

/** Throws what is neither the server's fault nor the network's. */
function readOutcome(error: NodemailerError): Failure {
  const problem = problems[error.code ?? ''];
  if (!problem) throw error;
  const status = error.responseCode ?? null;
  // A sender that is refused is a matter of our settings, and is put right by changing them.
  const isRecipient = error.code === 'EENVELOPE' && (error.rejected?.length ?? 0) > 0;
  return {
    isSent: false,
    problem: isRecipient ? 'recipient_refused' : problem,
    status,
    isFinal: isRecipient && error.permanent === true,
  };
}
