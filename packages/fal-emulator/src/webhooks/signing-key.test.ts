import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSigningKey } from './signing-key.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atelier-key-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('the signing key survives a restart, readable only by its owner', async () => {
  const path = join(directory, 'key.pem');
  const first = await loadSigningKey(path);
  const second = await loadSigningKey(path);
  expect(second.jwks).toEqual(first.jwks);
  expect(first.jwks.keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String) }]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
