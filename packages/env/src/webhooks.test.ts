import { describe, expect, it } from 'vitest';
import { readers } from './testing/readers.ts';

const key = Buffer.alloc(32, 7);

describe.each(readers)('webhooks of the $name', ({ read }) => {
  it('are off without a key, and signed by 32 bytes', () => {
    expect(read({})).toMatchObject({ WEBHOOK_TRUSTED_HOSTS: [] });
    expect(read({}).WEBHOOK_SIGNING_KEY).toBeUndefined();
    expect(read({ WEBHOOK_SIGNING_KEY: key.toString('base64') }).WEBHOOK_SIGNING_KEY).toEqual(key);
  });

  it.each(['not base64!', Buffer.alloc(31).toString('base64'), Buffer.alloc(64).toString('base64')])(
    'refuse a key that is none, without repeating it: %s',
    (text) => {
      const reading = () => read({ WEBHOOK_SIGNING_KEY: text });
      expect(reading).toThrow(/WEBHOOK_SIGNING_KEY: must be/);
      expect(reading).not.toThrow(text);
    },
  );

  it('want a key beside the one before it', () => {
    const previous = { WEBHOOK_PREVIOUS_SIGNING_KEY: key.toString('base64') };
    expect(() => read(previous)).toThrow('WEBHOOK_PREVIOUS_SIGNING_KEY: needs WEBHOOK_SIGNING_KEY');
    expect(() => read({ ...previous, WEBHOOK_SIGNING_KEY: key.toString('base64') })).not.toThrow();
  });

  it('go into our own network only on one machine', () => {
    const trusted = { WEBHOOK_TRUSTED_HOSTS: '127.0.0.1:*, Hooks.lan:8080' };
    expect(() => read(trusted)).toThrow('WEBHOOK_TRUSTED_HOSTS: is for local use only');
    const local = read({ ...trusted, ATELIER_ENV: 'local' });
    expect(local.WEBHOOK_TRUSTED_HOSTS).toEqual(['127.0.0.1:*', 'hooks.lan:8080']);
  });
});
