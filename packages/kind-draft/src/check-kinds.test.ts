import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getKind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { afterAll, beforeAll, expect, it } from 'vitest';

let emulator: FalEmulator;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-kinds-'));
  emulator = await startFalEmulator({ cacheDir: folder, speed: 0, picturesPerSecond: 2 });
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

function check(...options: string[]): Promise<{ code: number; output: string }> {
  const script = join(import.meta.dirname, 'check-kinds.ts');
  return new Promise((resolve) =>
    execFile(process.execPath, [script, ...options], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
}
const atEmulator = () => [
  '--schemas',
  `${emulator.url}/fal.ai/api/openapi/queue/openapi.json`,
  '--models',
  `${emulator.url}/fal.ai/models`,
];

it('the check exits with 0 while kinds fit, with 1 once one does not, and with 2 without an answer', async () => {
  expect(await check(...atEmulator(), 'vace', 'sd35')).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 kinds: 0 do not fit'),
  });
  const { endpoint } = getProvider(getKind('vace'));
  emulator.control.changeModel(endpoint, { withoutValue: { field: 'task', value: 'depth' } });
  expect(await check(...atEmulator(), 'vace', 'sd35')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/vace +value_gone {2}task {2}ours: depth {2}fal: inpainting/),
  });
  expect(await check('--schemas', 'http://127.0.0.1:1/', 'sd35')).toMatchObject({
    code: 2,
    output: expect.stringContaining('not checked: fetch failed'),
  });
  expect(await check('no-such-kind')).toMatchObject({
    code: 2,
    output: expect.stringContaining('no-such-kind'),
  });
});

it('the check compares with the installed types without a network', async () => {
  const { output } = await check('--installed');
  expect(output).toContain(`${kinds.length} kinds`);
  expect(output).toMatch(/flux-schnell +fits/);
  expect(output).not.toMatch(/endpoint_gone|field_gone|value_gone|type_changed|not checked/);
});

it('the check lists the models of the provider that no kind uses, and exits with 2 without an answer', {
  tags: 'each-rule',
}, async () => {
  const { code, output } = await check('--new', '--listing', `${emulator.url}/api.fal.ai/v1/models`);
  expect(code).toBe(0);
  expect(output).toMatch(/text-to-video +fal-ai\/thinksound +/);
  expect(output).toContain('Not in the catalog: 1');
  expect(await check('--new', '--listing', 'http://127.0.0.1:1/')).toMatchObject({ code: 2 });
});
