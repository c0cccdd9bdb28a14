import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Playwright's global setup: starts the whole stack with fast generations, unless E2E_BASE_URL names a running one. */
export default async function startStackForRun(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined;
  const { startStack } = await import('@atelier/dev-stack');
  const mailbox = await startMailbox();
  // All tests send their requests from one IP address, and a few accounts create everything.
  const settings = {
    LIMIT_REQUESTS_PER_MINUTE: '100000',
    LIMIT_LOGIN_PER_MINUTE: '1000',
    LIMIT_CREATE_PER_MINUTE: '1000',
    LIMIT_UPLOAD_PER_MINUTE: '1000',
    LIMIT_RUNNING: '60',
    // Visitors of some tests come from addresses of their own.
    TRUST_PROXY: 'true',
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Atelier <no-reply@atelier.test>',
  };
  const stack = await startStack({
    queueBackend: 'postgres',
    emulatorSpeed: 0.1,
    emulatorMedia: { picturesPerSecond: 2 },
    settings,
  });
  // Workers inherit the environment; it is the only thing that reaches them from here.
  process.env.E2E_BASE_URL = stack.url;
  process.env.E2E_DATABASE_URL = stack.databaseUrl;
  process.env.E2E_MAILBOX_URL = mailbox.url;
  return async () => {
    await stack.stop();
    await mailbox.close();
  };
}

/** A mail server, and an address at which the tests read what it has received: they run in other processes. */
async function startMailbox() {
  const { startMailServer } = await import('@atelier/dev-stack/mail-server');
  const mailServer = await startMailServer();
  const reader = createServer((_request, response) => response.end(JSON.stringify(mailServer.received)));
  await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: mailServer.url,
    url: `http://127.0.0.1:${(reader.address() as AddressInfo).port}`,
    async close() {
      reader.close();
      reader.closeAllConnections();
      await mailServer.close();
    },
  };
}
