import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { createAudit } from '@atelier/audit';
import { upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { readApiEnv } from '@atelier/env';
import { createLog } from '@atelier/log';
import { sharedMediaProcess } from '@atelier/media/shared-media-process';
import type { Realtime } from '@atelier/realtime';
import type { Api } from '../api.ts';
import { buildApp } from '../app.ts';
import { type ApiDeps, createDeps } from '../deps.ts';
import { createBrowser, type TestBrowser } from './test-browser.ts';
import { openTestStore, type TestStore } from './test-store.ts';

/** PUBLIC_URL of test APIs. Test browsers connect to the real address and send this as their origin. */
export const publicUrl = 'http://atelier.test';

export type TestUser = TestBrowser & { userId: string; email: string };

export type TestApi = {
  url: string;
  api: Api;
  deps: ApiDeps;
  realtime: Realtime;
  store: TestStore;
  /** Returns all log lines up to now. */
  logText(): string;
  /** Opens a browser that is not signed in. */
  browser(): TestBrowser;
  /** Signs in a user who has bought `credits`; with 0, a new account that never paid. */
  user(options?: { credits?: number; email?: string }): Promise<TestUser>;
  /** Dates the sign-in back by eleven minutes: too long for acts that need a fresh sign-in. */
  ageSignIn(browser: TestBrowser): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  /** Environment variables that override the defaults below. */
  settings?: Record<string, string>;
  /** Store shared with another API of the test. By default the API gets its own, which is closed with it. */
  store?: TestStore;
  /** Replaces clients, for tests that need one to fail. */
  replace?: (deps: ApiDeps) => Partial<ApiDeps>;
};

/** Starts a whole API on a free port with its own database: real PostgreSQL, real queue, real sockets. */
export async function startTestApi(options: Options = {}): Promise<TestApi> {
  const store = options.store ?? (await openTestStore());
  const env = readApiEnv({ ...readSettings(store), ...options.settings });
  const log = captureLog(env.LOG_LEVEL);
  const made = createDeps(env);
  const audit = createAudit({ db: made.db, log: log.log });
  const deps = { ...made, media: sharedMediaProcess, log: log.log, audit, ...options.replace?.(made) };
  const { api, realtime } = await buildApp(deps);
  await realtime.ready();
  // Tests open a thousand connections in one turn of the process that accepts them: those beyond the queue are reset.
  await api.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 });
  const url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
  const browser = () => createBrowser(url, new URL(env.PUBLIC_URL).origin);
  return {
    url,
    api,
    deps,
    realtime,
    store,
    logText: log.text,
    browser,
    user: (user) => createTestUser(deps, browser(), user),
    async ageSignIn({ cookies }) {
      await store.owner.pool.query(
        `update user_session set created_at = now() - interval '11 minutes'
          where id = encode(sha256($1::bytea), 'hex')`,
        [cookies.get('sid')],
      );
    },
    async close() {
      await realtime.close();
      await api.close();
      await audit.close();
      await made.close();
      if (!options.store) await store.close();
    },
  };
}

function readSettings({ databaseUrl, redisUrl, dataDir }: TestStore): Record<string, string | undefined> {
  return {
    ATELIER_ENV: 'local',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    WEB_DIST: 'no-web-app',
    LOG_LEVEL: 'silent',
    FAL_KEY: 'local',
    FAL_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'atelier',
    OIDC_CLIENT_SECRET: 'secret',
    ADMIN_EMAILS: 'ops@atelier.test',
    // Limits are effectively off: they have their own tests.
    LIMIT_CREATE_PER_MINUTE: '100000',
    LIMIT_UPLOAD_PER_MINUTE: '100000',
    LIMIT_PRESIGN_PER_MINUTE: '100000',
    LIMIT_REFUND_PER_MINUTE: '100000',
    LIMIT_FILES_PER_MINUTE: '100000',
    LIMIT_REQUESTS_PER_MINUTE: '100000',
    LIMIT_LOGIN_PER_MINUTE: '100000',
    LIMIT_CONNECTIONS: '100000',
    LIMIT_RUNNING: '100000',
  };
}

async function createTestUser(
  deps: ApiDeps,
  browser: TestBrowser,
  { credits = 20_000, email = `${randomUUID()}@example.test` }: { credits?: number; email?: string } = {},
): Promise<TestUser> {
  const identity = { provider: 'test', subject: email, email, isEmailVerified: true, name: 'Test User' };
  const { userId } = await upsertUserFromIdentity(deps.db, identity);
  if (credits > 0) {
    const payment = { provider: 'test', paymentId: randomUUID(), amountMinor: 100, currency: 'usd' };
    await grantPurchase(deps.db, { userId, credits, ...payment });
  }
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(await deps.sessions.start(userId)) ?? [];
  browser.cookies.set(name, value);
  return Object.assign(browser, { userId, email });
}

function captureLog(level: string) {
  const chunks: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  return { log: createLog({ service: 'api', level }, destination), text: () => chunks.join('') };
}
