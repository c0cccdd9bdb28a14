import { describe, expect, it } from 'vitest';
import { checkIdToken, readAuthTime, readIdentity, readName } from './read-claims.ts';

const clientId = 'us';
// Pairs a token with the left half of its SHA-256, as OpenID Connect Core 1.0, 3.1.3.6 wants it of RS256.
const [accessToken, hash] = ['jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEi0z9K3vx5KF0Y', 'xjEfV9kx9K8l_WYmhRlDlg'];
const check = (
  claims: Record<string, unknown>,
  algorithm = 'RS256',
  token: string | undefined = accessToken,
) =>
  checkIdToken(
    { payload: { sub: 'x', nonce: 'n', aud: clientId, ...claims }, algorithm },
    { clientId, nonce: 'n', accessToken: token },
  );

describe('an ID token', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the least that it needs', {}],
    ['a subject of 255 characters', { sub: 'x'.repeat(255) }],
    ['our azp', { azp: clientId }],
    ['our azp among several audiences', { aud: [clientId, 'other'], azp: clientId }],
    ['one audience in a list', { aud: [clientId] }],
    ['the hash of its access token', { at_hash: hash }],
  ])('is accepted with %s', (_name, claims) => expect(check(claims)).toBe(claims.sub ?? 'x'));

  it.each<[string, Record<string, unknown>]>([
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a number as its subject', { sub: 7 }],
    ['a subject of 256 characters', { sub: 'x'.repeat(256) }],
    ['a subject beyond ASCII', { sub: 'ü' }],
    ['NUL in its subject', { sub: 'a\u0000' }],
    ['a line break in its subject', { sub: 'a\nb' }],
    ['no nonce', { nonce: undefined }],
    ['another nonce', { nonce: 'm' }],
    ['the azp of another client', { azp: 'other' }],
    ['a list as azp', { azp: [clientId] }],
    ['an empty azp', { azp: '' }],
    ['null as azp', { azp: null }],
    ['several audiences and no azp', { aud: [clientId, 'other'] }],
    ['several audiences and the azp of another', { aud: [clientId, 'other'], azp: 'other' }],
    ['the hash of another access token', { at_hash: hash.replace('x', 'y') }],
    ['a hash that is none', { at_hash: 7 }],
  ])('is refused with %s', (_name, claims) => {
    expect(() => check(claims)).toThrow(expect.objectContaining({ code: 'invalid_id_token' }));
  });

  it.each(['RS256', 'PS384', 'ES512', 'EdDSA', 'Ed25519'])(
    'is hashed by its own algorithm: %s',
    (algorithm) => {
      const lengths: Record<string, number> = { RS256: 22, PS384: 32 };
      const wrong = 'A'.repeat(lengths[algorithm] ?? 43);
      expect(() => check({ at_hash: wrong }, algorithm)).toThrow();
      if (algorithm !== 'RS256') expect(() => check({ at_hash: hash }, algorithm)).toThrow();
    },
  );
});

const identify = (claims: Record<string, unknown>) =>
  readIdentity({ email: 'fay@example.test', email_verified: true, ...claims }, { issuer: 'i', subject: 's' });

describe('the address of an identity', () => {
  it.each([
    ['fay@example.test', 'fay@example.test'],
    [' Fay@Example.test\n', 'Fay@Example.test'],
    [`fay@${'x'.repeat(60)}.test`, `fay@${'x'.repeat(60)}.test`],
  ])('is %j as %s', (email, address) => expect(identify({ email }).email).toBe(address));

  it.each([
    undefined,
    null,
    7,
    ['fay@example.test'],
    '',
    'abc',
    'a@b',
    '@x.test',
    'a b@x.test',
    'a@x.test, ops@atelier.test',
    'a@x.test;ops@atelier.test',
    'a@x.test ops@atelier.test',
    'Fay <fay@example.test>',
    'a@x.test\r\nBcc: v@x.test',
    'a\u0000@x.test',
    'a@x.test\u202e',
    '"a@x.test, b"@x.test',
    `${'a'.repeat(320)}@x.test`,
    `a@${'x.'.repeat(50_000)}test`,
  ])('is refused when it is no single one: case %#', (email) => {
    expect(() => identify({ email })).toThrow(expect.objectContaining({ code: 'invalid_id_token' }));
  });

  it.each([undefined, null, false, 'false', 'yes', 'TRUE ', 1, {}, [true]])(
    'is refused when it is not verified: %j',
    (email_verified) => {
      expect(() => identify({ email_verified })).toThrow(expect.objectContaining({ code: 'sign_in_failed' }));
    },
  );

  it('is verified by the string that some providers send', () => {
    expect(identify({ email_verified: 'true' }).isEmailVerified).toBe(true);
  });
});

describe('a name', () => {
  it.each([
    ['Fay', 'Fay'],
    [' Fay \r\n  Bell\t', 'Fay Bell'],
    ['F\u0000ay', 'Fay'],
    ['\u202eyaF\u202c \u2066x\u2069', 'yaF x'],
    ['a\u2028b', 'a b'],
    ['\ud83d', '\ufffd'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['王'.repeat(300), '王'.repeat(200)],
    ['👩'.repeat(300), '👩'.repeat(200)],
    ['', null],
    [' \u0000\u202e ', null],
    [null, null],
    [undefined, null],
    [7, null],
    [{ first: 'Fay' }, null],
  ])('is one line of at most 200 signs, or none: case %#', (name, read) => expect(readName(name)).toBe(read));

  it('of a megabyte is cut like any other', () => expect(readName('x'.repeat(1_048_576))).toHaveLength(200));
});

describe('the time of an authentication', () => {
  const nowMs = Date.UTC(2026, 4, 1);
  const now = nowMs / 1_000;

  it.each([now, now + 30, now - 86_400, now - 5 * 365 * 86_400])('is known: case %#', (seconds) => {
    expect(readAuthTime(seconds, nowMs)).toEqual(new Date(seconds * 1_000));
  });

  it.each([
    undefined,
    null,
    '1767225600',
    nowMs,
    1e20,
    -1,
    0,
    now + 31,
    now + 10 * 365 * 86_400,
    Number.NaN,
    {},
  ])('is unknown when it cannot be: %j', (seconds) => expect(readAuthTime(seconds, nowMs)).toBeNull());
});
