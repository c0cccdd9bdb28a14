import { describe, expect, it } from 'vitest';
import { createLog, redactUrl } from './index.ts';

/** Everything that was written, as text. */
function collectLog(): { log: ReturnType<typeof createLog>; text: () => string } {
  const lines: string[] = [];
  const log = createLog({ service: 'test', level: 'debug' }, { write: (line: string) => lines.push(line) });
  return { log, text: () => lines.join('') };
}

const secret = 'hunter2-4f9d1c7e';

describe('log lines', () => {
  it('are JSON that names the service and the time', () => {
    const { log, text } = collectLog();
    log.info({ generationId: 'g1' }, 'generation ended');
    expect(JSON.parse(text())).toMatchObject({
      service: 'test',
      msg: 'generation ended',
      generationId: 'g1',
    });
    expect(JSON.parse(text()).time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  const nested = (depth: number, inner: object): object =>
    depth === 0 ? inner : { inside: nested(depth - 1, inner) };

  it.each<[where: string, fields: object]>([
    ['a password', { password: secret }],
    ['a token of any name', { callbackToken: secret, access_token: secret }],
    ['a header', { headers: { Authorization: `Key ${secret}` } }],
    ['a list of cookies', { headers: { 'set-cookie': [`sid=${secret}; Path=/`, `"q"=${secret}`] } }],
    ['a cookie with quotes in it', { cookie: `a="1"; sid=${secret}` }],
    ['a setting', { FAL_KEY: secret, OIDC_CLIENT_SECRET: secret, databaseUrl: secret, REDIS_URL: secret }],
    [
      'a key that signs',
      { WEBHOOK_SIGNING_KEY: secret, signingKey: secret, VAPID_PRIVATE_KEY: secret, privateKey: secret },
    ],
    ['whom a user wants told', { row: { webhook_url: `https://a.example/hook?k=${secret}` } }],
    ['a mail server', { SMTP_URL: secret, target: `smtps://no-reply:${secret}@mail.example:465` }],
    ['six levels down', nested(6, { client_secret: secret })],
    ['a connection string', { target: `postgres://atelier:${secret}@db.example/atelier` }],
    ['an address with a token', { url: `https://a.example/api/wan/getResult?g=1&a=1&t=${secret}` }],
    ['a signed address', { url: `https://cdn.example/a.png?X-Amz-Signature=${secret}&x=1` }],
    ['an API key', { what: `the key "atl_${secret}" was refused`, url: `/x?a=%20atl_${secret}` }],
    ['an error', { err: new Error(`connect redis://default:${secret}@cache:6379 failed`) }],
    ['the cause of an error', { err: new Error('failed', { cause: new Error(`401 for Bearer ${secret}`) }) }],
    ['a field of an error', { err: Object.assign(new Error('failed'), { token: secret }) }],
  ])('hide %s', (_where, fields) => {
    const { log, text } = collectLog();
    log.error(fields, 'something happened');
    expect(text()).not.toContain(secret);
    expect(text()).toContain('[redacted]');
    expect(JSON.parse(text()).msg).toBe('something happened');
  });

  it('hide what a user wrote in an error that quotes a row, a request or a statement', () => {
    const { log, text } = collectLog();
    const quoted = {
      detail: `Failing row contains (${secret})`,
      where: `JSON data: ${secret}`,
      body: { secret },
    };
    const err = Object.assign(new Error('violates a check'), { code: '23514', ...quoted });
    log.error({ err }, 'request failed');
    log.error({ err: new Error('not stored', { cause: err }) }, 'job failed');
    expect(text()).not.toContain(secret);
    expect(text()).toContain('"code":"23514"');
  });

  it('hide a secret in the message itself and in what a child log always says', () => {
    const { log, text } = collectLog();
    log.child({ token: secret }).warn(`retrying https://a.example/callback?code=${secret}&scope=email`);
    expect(text()).not.toContain(secret);
    expect(text()).toContain('&scope=email');
  });

  it('keep what only looks like a secret', () => {
    const { log, text } = collectLog();
    const fields = {
      detail: 'Key (email)=(a@b.test) already exists',
      tokens: 12,
      url: '/creator?type=video',
    };
    log.info(fields, 'basic facts of the key set');
    expect(JSON.parse(text())).toMatchObject({ ...fields, msg: 'basic facts of the key set' });
  });
});

describe('addresses in the log', () => {
  it.each([
    ['/api/wan/getResult?g=1&a=2&t=abc', '/api/wan/getResult?g=1&a=2&t=[redacted]'],
    ['/api/auth/callback?code=x&state=y&iss=z', '/api/auth/callback?code=[redacted]&state=[redacted]&iss=z'],
    ['/f?x-amz-credential=a%2Fb&page=2', '/f?x-amz-credential=[redacted]&page=2'],
    ['/f?access_token=a#top', '/f?access_token=[redacted]#top'],
    ['/fal?fal_webhook=https%3A%2F%2Fa.test%2F%3Fk%3D1&x=1', '/fal?fal_webhook=[redacted]&x=1'],
    ['/f#id_token=a&x=1', '/f#id_token=[redacted]&x=1'],
    ['/history?search=a%20red%20fox&page=1', '/history?search=[redacted]&page=1'],
    ['/api/auth/login?login_hint=a%40b.test&redirect=/', '/api/auth/login?login_hint=[redacted]&redirect=/'],
    [
      '/creator/video?prompt=a%20fox&negative_prompt=b&type=x',
      '/creator/video?prompt=[redacted]&negative_prompt=[redacted]&type=x',
    ],
    ['/f?redirect=state%3Dopen&page=1', '/f?redirect=state%3Dopen&page=1'],
    ['/s/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/media/0?download', '/s/[redacted]/media/0?download'],
    [
      '/s/report/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/mail?lang=en',
      '/s/report/[redacted]/mail?lang=en',
    ],
    [`/s/report/confirm/${'A'.repeat(70)}?lang=en`, '/s/report/confirm/[redacted]?lang=en'],
    ['/s/report/confirm/short', '/s/report/confirm/short'],
    [
      '/api/oembed?url=https%3A%2F%2Fa.test%2Fs%2FAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '/api/oembed?url=https%3A%2F%2Fa.test%2Fs%2F[redacted]',
    ],
    ['/plain', '/plain'],
  ])('%s becomes %s', (url, shown) => expect(redactUrl(url)).toBe(shown));
});
