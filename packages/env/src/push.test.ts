import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readers } from './testing/readers.ts';

function pair() {
  const curve = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = curve.generateKeys('base64url');
  // One of 256 keys begins with a zero, which it is given without.
  const secret = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: secret.toString('base64url') };
}

describe.each(readers)('push messages of the $name', ({ read }) => {
  it('are signed by a pair of the settings, or by none', () => {
    const keys = pair();
    expect(read({ ...keys, VAPID_SUBJECT: 'mailto:ops@atelier.example' })).toMatchObject(keys);
    expect(read({}).VAPID_PUBLIC_KEY).toBeUndefined();
  });

  it('want both halves, and of one pair', () => {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = pair();
    const half = 'VAPID_PUBLIC_KEY: needs VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY together';
    expect(() => read({ VAPID_PUBLIC_KEY })).toThrow(half);
    expect(() => read({ VAPID_PRIVATE_KEY })).toThrow(half);
    const mixed = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: pair().VAPID_PRIVATE_KEY };
    expect(() => read(mixed)).toThrow('VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY');
    const nothing = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url') };
    expect(() => read(nothing)).toThrow('VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY');
  });

  it.each(['AAAA', 'not base64url!', 'A'.repeat(200)])(
    'refuse a key that is none, without repeating it: %s',
    (text) => {
      const reading = () => read({ ...pair(), VAPID_PRIVATE_KEY: text });
      expect(reading).toThrow(/VAPID_PRIVATE_KEY: must be 32 bytes/);
      expect(reading).not.toThrow(text);
    },
  );

  it('want a contact that a push service can write to', () => {
    expect(() => read({ VAPID_SUBJECT: 'ops@atelier.example' })).toThrow(
      'VAPID_SUBJECT: must be mailto:… or https://…',
    );
  });
});
