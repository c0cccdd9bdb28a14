import type { Random } from './random.ts';

const longText = 'x'.repeat(3_000);

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202egpj.exe',
  '🦊'.repeat(600),
  '雨夜的街道',
  longText,
  "' or 1=1; drop table generation; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%zz',
  '<script>alert(1)</script>',
  '=cmd|calc!A0',
  'a";\r\nX-Evil: 1',
  '__proto__',
  'constructor',
  'toString',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30T00:00:00Z',
  '0000-00-00',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** Texts that PostgreSQL cannot store: each that reaches a statement is our error. */
const unstorable: readonly unknown[] = ['a\u0000b', '\u0000', '\ud800'];

/** Any value for a field of a body, or text for a part of an address. */
export function hostileValue(random: Random): unknown {
  return random.pick(random.chance(0.2) ? unstorable : hostileValues);
}

export function hostileText(random: Random): string {
  return random.chance(0.2) ? 'a\u0000b' : random.pick(hostileTexts);
}

/** None of them needs a name server. */
export const hostileAddresses: readonly string[] = [
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/a.png',
  'http://2130706433/',
  'https://[::1]/hook',
  'https://cdn@127.0.0.1/a.png',
  'http://10.0.0.1:22/',
  'https://1.1.1.1:99999/',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  '//evil.test/a.png',
  'https://',
  '/media/u/x',
];

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...hostileAddresses,
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  [],
  [null],
  [[[[]]]],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { a: { b: { c: {} } } },
  { length: 1e9 },
  { toString: 'x', valueOf: 'x', hasOwnProperty: 'x' },
];

/** Bodies that are no JSON object, or one that a parser must not trust. */
export const rawBodies: readonly Buffer[] = [
  '',
  '{bad',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"prompt":1e400}',
  '{"prompt":"a","prompt":"b"}',
  '\ufeff{}',
  '{"prompt":"\\ud800"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"prompt":"${'x'.repeat(1_100_000)}"}`,
  'prompt=a&model=b',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from([0, 0, 0, 0]));

export const contentTypes: readonly string[] = [
  'application/json; charset=utf-16',
  'application/json;;;=',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'image/svg+xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  'multipart/mixed; boundary=a-boundary',
  'x',
  '/',
  'a'.repeat(4_000),
];

const headerValues = ['', 'x', '*', '-1', '"', ',,,', 'bytes=0-', 'a'.repeat(2_000), '\u00e9\u00ff', '1;2;3'];

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-range',
  'range',
  'idempotency-key',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-fal-target-url',
  'x-request-id',
  'referer',
  'forwarded',
];

/** Header values that a server lets through its parser. */
export function hostileHeaders(random: Random): Record<string, string> {
  const count = random.chance(0.3) ? random.upTo(3) : 0;
  return Object.fromEntries(
    Array.from({ length: count }, () => [random.pick(headerNames), random.pick(headerValues)]),
  );
}
