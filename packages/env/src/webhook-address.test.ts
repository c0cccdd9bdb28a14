import { describe, expect, it } from 'vitest';
import { webhookBaseUrl } from './index.ts';
import { readers } from './testing/readers.ts';

it.each([
  'https://atelier.example',
  'https://www.atelier.example:8443',
  'https://localhost.atelier.example',
  'https://xn--fiqs8s.example',
])('%s is given to fal', (PUBLIC_URL) => expect(webhookBaseUrl({ PUBLIC_URL })).toBe(PUBLIC_URL));

it.each([
  'http://atelier.example',
  'http://localhost:3000',
  'https://localhost',
  'https://app.localhost',
  'https://atelier',
  'https://studio.local',
  'https://api.svc.internal',
  'https://nas.lan',
  'https://atelier.test',
  'https://127.0.0.1:3000',
  'https://203.0.113.7',
  'https://[::1]:3000',
])('%s cannot be reached by fal, so polling finishes jobs', (PUBLIC_URL) =>
  expect(webhookBaseUrl({ PUBLIC_URL })).toBeUndefined(),
);

it.each(['http://localhost:3000', 'https://atelier.example'])('an emulator reaches %s', (PUBLIC_URL) =>
  expect(webhookBaseUrl({ PUBLIC_URL, FAL_BASE_URL: 'http://127.0.0.1:4000' })).toBe(PUBLIC_URL),
);

describe.each(readers)('payloads that fal does not keep, for the $name', ({ read }) => {
  const off = { FAL_STORE_PAYLOADS: 'off' };

  it('are an exception: by default fal keeps them, and files for a day', () => {
    expect(read({})).toMatchObject({ FAL_STORE_PAYLOADS: 'on', FAL_FILE_HOURS: 24 });
    expect(read({ FAL_FILE_HOURS: '2' })).toMatchObject({ FAL_FILE_HOURS: 2 });
    expect(() => read({ FAL_FILE_HOURS: '0' })).toThrow('FAL_FILE_HOURS');
  });

  it('need an address for webhooks', () => {
    expect(read(off)).toMatchObject({ FAL_STORE_PAYLOADS: 'off' });
    for (const PUBLIC_URL of ['https://atelier.local', 'https://203.0.113.7', 'no address'])
      expect(() => read({ ...off, PUBLIC_URL })).toThrow('FAL_STORE_PAYLOADS: off needs a PUBLIC_URL');
    const local = { ATELIER_ENV: 'local', PUBLIC_URL: 'http://localhost:3000' };
    expect(() => read({ ...off, ...local })).toThrow('FAL_STORE_PAYLOADS');
    expect(() => read({ ...off, ...local, FAL_BASE_URL: 'http://127.0.0.1:4000' })).not.toThrow();
  });
});
