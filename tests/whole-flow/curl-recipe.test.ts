import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findLedgerProblems } from '@atelier/db';
import { repositoryRoot } from '@atelier/dev-stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await openFlow(undefined);
}, 120_000);
afterAll(() => flow?.close(), 60_000);

it('the recipe for curl and jq in docs/agents.md makes what it says', { timeout: 90_000 }, async () => {
  const page = await readFile(join(repositoryRoot, 'docs/agents.md'), 'utf8');
  const [, recipe = ''] = /With curl and jq:\n\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'atelier-curl-'));
  try {
    const before = (await flow.credits()).left_credits;
    const env = { ...process.env, ATELIER_URL: flow.stack.url, ATELIER_KEY: await createApiKey(flow) };
    const options = { cwd: folder, env };
    const shell = ['--norc', '-euo', 'pipefail', '-c', recipe];
    const { stderr } = await promisify(execFile)('bash', shell, options);
    expect(stderr).toBe('');
    expect((await readFile(join(folder, 'boat.jpg'))).length).toBeGreaterThan(1_000);
    expect(before - (await flow.credits()).left_credits).toBe(20);
    expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
