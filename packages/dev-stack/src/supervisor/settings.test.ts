import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../testing.ts';
import { childEnv } from './child-env.ts';
import { ensureCertificateFiles } from './local-certificate.ts';
import { chooseDataDir, chooseLocalParts, readEmulatorSpeed, repositoryRoot } from './settings.ts';
import { readWebhookKey } from './webhook-key.ts';

const addresses = {
  publicUrl: 'http://localhost:3000',
  host: '127.0.0.1',
  dataDir: '/data',
  webDist: '/web/dist',
  databaseUrl: 'postgres://app@127.0.0.1/atelier',
  emulator: undefined,
  openid: undefined,
  webhookKey: 'a2V5',
  checkout: undefined,
};

it('the stack starts every part when nothing is set; an empty value counts as not set', () => {
  const all = { postgres: true, emulator: true, openid: true, checkout: true };
  expect(chooseLocalParts({ DATABASE_URL: '' })).toEqual(all);
});

it('the stack starts no part that the settings name', () => {
  const settings = {
    DATABASE_URL: 'postgres://db/x',
    FAL_KEY: 'key',
    GOOGLE_CLIENT_ID: 'id',
    STRIPE_SECRET_KEY: 'k',
  };
  const none = { postgres: false, emulator: false, openid: false, checkout: false };
  expect(chooseLocalParts(settings)).toEqual(none);
});

it('the stack refuses to start local parts in production', () => {
  expect(() => chooseLocalParts({ ATELIER_ENV: 'production' })).toThrow('use "npm run start:api"');
});

it('the stack keeps data in the repository unless DATA_DIR is set', () => {
  expect(chooseDataDir({})).toBe(join(repositoryRoot, '.data'));
  expect(chooseDataDir({ DATA_DIR: '/srv/atelier' })).toBe('/srv/atelier');
});

it('the stack accepts only a number as the speed of the emulator', () => {
  expect(readEmulatorSpeed({})).toBe(1);
  expect(readEmulatorSpeed({ EMULATOR_SPEED: '0' })).toBe(0);
  expect(() => readEmulatorSpeed({ EMULATOR_SPEED: 'fast' })).toThrow('EMULATOR_SPEED is "fast"');
});

it('the stack passes on the user’s own keys and never overrides them with local parts', () => {
  const env = childEnv({ FAL_KEY: 'mine', ADMIN_EMAILS: 'me@example.com' }, addresses, 3000);
  expect(env).toMatchObject({
    FAL_KEY: 'mine',
    ADMIN_EMAILS: 'me@example.com',
    ATELIER_ENV: 'local',
    PORT: '3000',
  });
  expect(env.FAL_BASE_URL).toBeUndefined();
});

it('the stack renders films with a tenth of a busy core, unless a setting has another niceness', () => {
  expect(childEnv({}, addresses, 3000).RENDER_NICE).toBe('10');
  expect(childEnv({ RENDER_NICE: '19' }, addresses, 3000).RENDER_NICE).toBe('19');
});

it('the stack signs webhooks with a key that survives a restart and that only its owner can read', async () => {
  const folder = await createTestFolder('webhook-key');
  const key = readWebhookKey(folder);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(readWebhookKey(folder)).toBe(key);
  expect(statSync(join(folder, 'webhook-key')).mode & 0o777).toBe(0o600);
  expect(childEnv({}, addresses, 3000).WEBHOOK_SIGNING_KEY).toBe('a2V5');
  expect(childEnv({ WEBHOOK_SIGNING_KEY: 'mine' }, addresses, 3000).WEBHOOK_SIGNING_KEY).toBe('mine');
});

it('the stack signs files with a certificate that survives a restart and whose key only its owner can read', async () => {
  const folder = await createTestFolder('certificate');
  const certificate = await ensureCertificateFiles(folder);
  const read = () => Object.values(certificate).map((path) => readFileSync(path, 'utf8'));
  const made = read();
  expect(await ensureCertificateFiles(folder)).toEqual(certificate);
  expect(read()).toEqual(made);
  expect(statSync(certificate.C2PA_KEY_FILE).mode & 0o777).toBe(0o600);
  expect(childEnv({}, { ...addresses, certificate }, 3000)).toMatchObject(certificate);
  const own = { C2PA_KEY_FILE: 'mine', C2PA_CERTIFICATE_FILE: 'too' };
  expect(childEnv(own, { ...addresses, certificate }, 3000)).toMatchObject(own);
});

it('the stack allows webhook receivers on this machine, unless others can reach the stack', () => {
  expect(childEnv({}, addresses, 3000).WEBHOOK_TRUSTED_HOSTS).toContain('127.0.0.1:*');
  expect(childEnv({}, { ...addresses, host: '0.0.0.0' }, 3000).WEBHOOK_TRUSTED_HOSTS).toBeUndefined();
  const own = { WEBHOOK_TRUSTED_HOSTS: 'hooks.lan:8080' };
  expect(childEnv(own, { ...addresses, host: '0.0.0.0' }, 3000)).toMatchObject(own);
  expect(childEnv(own, addresses, 3000)).toMatchObject(own);
});
