import { createECDH, createPublicKey, verify } from 'node:crypto';
import type { PushPayload } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { composePush } from './compose-push.ts';
import { createPushKeys, isBrowserKey } from './push-keys.ts';

const browserKey = () => createECDH('prime256v1').generateKeys('base64url');
const noDatabase = { query: () => expect.unreachable('the settings have a pair') };
const payload: PushPayload = {
  id: '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10',
  medium: 'video',
  status: 'completed',
  title: 'Your video is ready',
  body: 'Open it in Atelier.',
};

describe('the key pair', () => {
  it('is that of the settings, without a look into the database', async () => {
    const settings = { VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b', PUBLIC_URL: 'https://atelier.test' };
    const keys = createPushKeys(noDatabase as never, settings);
    expect(await keys.read()).toEqual({ publicKey: 'a', privateKey: 'b' });
  });

  it.each([
    ['https://atelier.example', undefined, 'https://atelier.example'],
    ['https://atelier.example', 'mailto:ops@atelier.example', 'mailto:ops@atelier.example'],
    ['http://localhost:3000', undefined, 'mailto:atelier@localhost'],
  ])('at %s with the contact %s names %s', (PUBLIC_URL, VAPID_SUBJECT, subject) => {
    expect(createPushKeys(noDatabase as never, { PUBLIC_URL, VAPID_SUBJECT }).subject).toBe(subject);
  });
});

describe('isBrowserKey', () => {
  it('takes points of the curve alone', () => {
    const key = browserKey();
    expect(isBrowserKey(key)).toBe(true);
    const bytes = Buffer.from(key, 'base64url');
    bytes[64] = (bytes[64] ?? 0) ^ 1;
    expect(isBrowserKey(bytes.toString('base64url'))).toBe(false);
    expect(isBrowserKey(createECDH('prime256v1').generateKeys('base64url', 'compressed'))).toBe(false);
    expect(isBrowserKey('')).toBe(false);
  });
});

describe('composePush', () => {
  // A private key may begin with zeros, and a signature's halves too (web-push issue 679).
  it('signs with every pair so that its public half verifies it', () => {
    for (let round = 0; round < 300; round += 1) {
      const keys = webPush.generateVAPIDKeys();
      const target = {
        endpoint: 'https://push.example.com/a?b=c',
        p256dh: browserKey(),
        auth: 'A'.repeat(22),
      };
      const options = { keys, subject: 'https://atelier.test', lifeSeconds: 60 };
      const { headers } = composePush(target, payload, options);
      const token = /^vapid t=([^,]+), k=/.exec(headers.authorization ?? '')?.[1] ?? '';
      const [header, claims = '', signature = ''] = token.split('.');
      const point = Buffer.from(keys.publicKey, 'base64url');
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
      const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
      const genuine = verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      expect(genuine).toBe(true);
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).aud).toBe('https://push.example.com');
    }
  });

  it('stays far below what push services take: 4096 bytes', () => {
    const target = { endpoint: 'https://push.example.com/a', p256dh: browserKey(), auth: 'A'.repeat(22) };
    const options = { keys: webPush.generateVAPIDKeys(), subject: 'https://atelier.test', lifeSeconds: 60 };
    const { body, headers } = composePush(target, payload, options);
    expect(body.length).toBeLessThan(1_000);
    expect(headers).toMatchObject({ ttl: '60', topic: payload.id.replaceAll('-', ''), urgency: 'normal' });
    expect(headers.topic).toHaveLength(32);
  });
});
