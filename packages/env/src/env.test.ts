import { describe, expect, it } from 'vitest';
import { ConfigurationError, readApiEnv, readMigrateEnv, readWorkerEnv } from './index.ts';

const database = 'postgres://atelier:pw@db.example/atelier';
const secure = { PUBLIC_URL: 'https://atelier.example', FAL_WEBHOOK_USER_ID: 'user' };
const worker = { DATABASE_URL: database, FAL_KEY: 'id:secret', ...secure };
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
const stripe = { STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
const api = { DATABASE_URL: database, ...oidc, ...stripe, ...secure };

/** The variables that a reader complains about, in its order. */
function listProblems(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message.split('\n').slice(1);
  }
}

const namesIn = (problems: string[]) => problems.map((problem) => /^ {2}- (\w+): ./.exec(problem)?.[1]);

describe('the problems of a configuration', () => {
  it('list at once all that an empty api lacks', () => {
    const required = [
      'DATABASE_URL',
      'OIDC_ISSUER',
      'STRIPE_SECRET_KEY',
      'PUBLIC_URL',
      'FAL_WEBHOOK_USER_ID',
    ];
    expect(namesIn(listProblems(() => readApiEnv({})))).toEqual(required);
    expect(listProblems(() => readApiEnv({}))[0]).toBe('  - DATABASE_URL: is missing');
  });

  it('list every wrong value at once, together with values that do not fit together', () => {
    const wrong = {
      ATELIER_ENV: 'staging',
      DATABASE_URL: 'mysql://db/x',
      REDIS_URL: 'http://cache:6379',
      PORT: '70000',
      CDN_BASE_URL: 'cdn.example',
      PUBLIC_URL: 'ftp://atelier.example',
      LOG_LEVEL: 'loud',
      DATABASE_POOL: '1',
      FAL_BASE_URL: 'http://127.0.0.1:4000',
      METRICS_TOKEN: 'short',
      LIMIT_RUNNING: '0',
      OPS_WRITABLE: 'yes',
      OIDC_ISSUER: 'http://id.example',
    };
    const problems = listProblems(() => readApiEnv(wrong));
    const missing = ['STRIPE_SECRET_KEY', 'FAL_WEBHOOK_USER_ID'];
    expect(new Set(namesIn(problems))).toEqual(new Set([...Object.keys(wrong), ...missing]));
    // The issuer lacks its two companions, and is not https.
    expect(namesIn(problems).filter((name) => name === 'OIDC_ISSUER')).toHaveLength(2);
  });

  it('show an example of what was meant and never the value, which may be a secret', () => {
    const [problem] = listProblems(() => readWorkerEnv({ ...worker, DATABASE_URL: 'atelier:pw@db' }));
    expect(problem).toBe(
      '  - DATABASE_URL: must be an address such as postgres://user:password@host/database',
    );
  });

  it('count empty variables as absent', () => {
    expect(namesIn(listProblems(() => readWorkerEnv({ ...secure, DATABASE_URL: '', FAL_KEY: '' })))).toEqual([
      'DATABASE_URL',
      'FAL_KEY',
    ]);
    expect(readWorkerEnv({ ...worker, PORT: '', REDIS_URL: '' })).toMatchObject({ PORT: 3000 });
  });
});

describe('production with insecure settings', () => {
  const insecure = {
    PUBLIC_URL: 'http://atelier.example',
    FAL_WEBHOOK_USER_ID: '',
    FAL_JWKS_URL: 'http://keys.example',
    CDN_BASE_URL: 'http://cdn.example',
    S3_PUBLIC_ENDPOINT: 'http://files.example',
  };
  const readers = { api: readApiEnv, worker: readWorkerEnv };
  const env = { ...api, ...worker, ...insecure };

  it.each(Object.entries(readers))('is refused by the %s, all of it at once', (_name, read) => {
    const withoutBucket = { ...env, S3_PUBLIC_ENDPOINT: '' };
    expect(listProblems(() => read(withoutBucket))).toEqual([
      '  - PUBLIC_URL: must be https in production',
      '  - FAL_JWKS_URL: must be https in production',
      '  - CDN_BASE_URL: must be https in production',
      '  - FAL_WEBHOOK_USER_ID: is missing; webhooks signed for any customer of fal would count',
    ]);
    expect(listProblems(() => read({ ...api, ...worker, PUBLIC_URL: '' }))).toEqual([
      '  - PUBLIC_URL: is missing; production needs the address that users open',
    ]);
  });

  it.each(Object.entries(readers))(
    'starts the %s under one explicit switch, which lists them',
    (_name, read) => {
      const bucket = Object.fromEntries(
        ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => [name, 'x']),
      );
      const allowed = read({
        ...env,
        ...bucket,
        S3_ENDPOINT: 'http://storage:8333',
        ALLOW_INSECURE_SETTINGS: 'true',
      });
      expect(allowed.insecureSettings.map((problem) => problem.split(':')[0])).toEqual([
        'PUBLIC_URL',
        'FAL_JWKS_URL',
        'S3_PUBLIC_ENDPOINT',
        'CDN_BASE_URL',
        'FAL_WEBHOOK_USER_ID',
      ]);
      expect(read({ ...api, ...worker }).insecureSettings).toEqual([]);
    },
  );

  it('is what local runs always have', () => {
    expect(readApiEnv({ ...env, S3_PUBLIC_ENDPOINT: '', ATELIER_ENV: 'local' }).insecureSettings).toEqual([]);
  });
});

describe('production', () => {
  it('is what runs unless the setting says otherwise', () => {
    expect(readWorkerEnv(worker).ATELIER_ENV).toBe('production');
    expect(readWorkerEnv({ ...worker, ATELIER_ENV: 'local' }).ATELIER_ENV).toBe('local');
  });

  it.each([undefined, 'production'])('refuses a stand-in for fal (%s)', (ATELIER_ENV) => {
    const env = { ...api, ...worker, ATELIER_ENV, FAL_BASE_URL: 'http://127.0.0.1:4000' };
    expect(namesIn(listProblems(() => readApiEnv(env)))).toEqual(['FAL_BASE_URL']);
    expect(namesIn(listProblems(() => readWorkerEnv(env)))).toEqual(['FAL_BASE_URL']);
    expect(listProblems(() => readWorkerEnv({ ...env, ATELIER_ENV: 'local' }))).toEqual([]);
  });

  it('refuses an issuer that is not https', () => {
    const env = { ...api, OIDC_ISSUER: 'HTTP://id.example' };
    expect(listProblems(() => readApiEnv(env))).toEqual(['  - OIDC_ISSUER: must be https in production']);
    expect(listProblems(() => readApiEnv({ ...env, ATELIER_ENV: 'local' }))).toEqual([]);
  });
});

describe('sign-in', () => {
  const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' };

  it.each<[string, object, string[]]>([
    ['an OpenID provider', oidc, []],
    ['Google', google, []],
    ['neither', {}, ['OIDC_ISSUER']],
    ['half of Google', { GOOGLE_CLIENT_ID: 'a' }, ['GOOGLE_CLIENT_ID']],
    ['a provider without its secret', { ...oidc, OIDC_CLIENT_SECRET: '' }, ['OIDC_ISSUER']],
    ['half a provider beside Google', { ...google, OIDC_CLIENT_ID: 'a' }, ['OIDC_ISSUER']],
  ])('takes or refuses %s', (_settings, settings, problems) => {
    expect(namesIn(listProblems(() => readApiEnv({ ...worker, ...stripe, ...settings })))).toEqual(problems);
  });
});

describe('payments', () => {
  const local = { ...worker, ...oidc, ATELIER_ENV: 'local' };

  it('are required in production and may be absent on one machine', () => {
    expect(namesIn(listProblems(() => readApiEnv({ ...worker, ...oidc })))).toEqual(['STRIPE_SECRET_KEY']);
    expect(listProblems(() => readApiEnv({ ...worker, ...oidc, ...stripe }))).toEqual([]);
    expect(listProblems(() => readApiEnv(local))).toEqual([]);
  });

  it.each(Object.keys(stripe))('need both settings: %s alone is refused', (name) => {
    const half = { ...local, [name]: 'x' };
    expect(namesIn(listProblems(() => readApiEnv(half)))).toEqual(['STRIPE_SECRET_KEY']);
  });

  it('refuse a test checkout in production', () => {
    const test = { ...stripe, STRIPE_BASE_URL: 'http://127.0.0.1:4100' };
    expect(namesIn(listProblems(() => readApiEnv({ ...api, ...test })))).toEqual(['STRIPE_BASE_URL']);
    expect(listProblems(() => readApiEnv({ ...local, ...test }))).toEqual([]);
  });
});

describe('values', () => {
  it('have the documented defaults', () => {
    const env = readApiEnv(api);
    expect(env).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DATA_DIR: '.data', LOG_LEVEL: 'info' });
    expect(env).toMatchObject({ ADMIN_EMAILS: [], TRUST_PROXY: false, OPS_WRITABLE: false });
    expect(env).toMatchObject({ LIMIT_CREATE_PER_MINUTE: 20, LIMIT_RUNNING: 5, DATABASE_POOL: 10 });
    expect(readWorkerEnv(worker)).toMatchObject({
      FOLLOW_LIMIT: 200,
      LIMIT_RESULT_MB: 1_024,
      AUDIT_ORIGIN_DAYS: 90,
      ARCHIVE_DAYS: 90,
      RENDER_NICE: 19,
    });
    expect(readWorkerEnv(worker).WORKER_CONCURRENCY).toBeGreaterThanOrEqual(1);
  });

  it.each([
    [{ ATELIER_ENV: 'local', PUBLIC_URL: '' }, 'http://localhost:3000'],
    [{ ATELIER_ENV: 'local', PUBLIC_URL: '', PORT: '8080' }, 'http://localhost:8080'],
    [{ PUBLIC_URL: 'https://atelier.example/' }, 'https://atelier.example'],
    [{ PUBLIC_URL: 'https://atelier.example//', PORT: '8080' }, 'https://atelier.example'],
  ])('make %j the address %s', (settings, url) => {
    expect(readApiEnv({ ...api, ...settings }).PUBLIC_URL).toBe(url);
    expect(readWorkerEnv({ ...worker, ...settings }).PUBLIC_URL).toBe(url);
  });

  it('read lists, flags and numbers', () => {
    const env = readApiEnv({ ...api, ADMIN_EMAILS: ' Ops@Atelier.test,, b@x.test ', OPS_WRITABLE: '1' });
    expect(env).toMatchObject({ ADMIN_EMAILS: ['ops@atelier.test', 'b@x.test'], OPS_WRITABLE: true });
    expect(readApiEnv({ ...api, TRUST_PROXY: 'true' }).TRUST_PROXY).toBe(true);
    expect(readApiEnv({ ...api, TRUST_PROXY: '10.0.0.0/8' }).TRUST_PROXY).toBe('10.0.0.0/8');
  });

  it('of the migration are one role or two', () => {
    expect(readMigrateEnv({ DATABASE_URL: database })).toEqual({ DATABASE_URL: database });
    expect(namesIn(listProblems(() => readMigrateEnv({ DATABASE_ADMIN_URL: 'db' })))).toEqual([
      'DATABASE_URL',
      'DATABASE_ADMIN_URL',
    ]);
  });
});
