import { expect, it } from 'vitest';
import { webhookBaseUrl } from './index.ts';

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
