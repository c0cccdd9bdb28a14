import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planKind } from './plan-kind.ts';
import { readTypes } from './read-types.ts';
import { draftFiles, saveFiles } from './write-files.ts';

const repository = join(import.meta.dirname, '../../..');
const plan = planKind(readTypes().read('fal-ai/flux/krea'), { id: 'flux-krea-draft' });
let root = '';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atelier-draft-'));
  for (const path of [
    'biome.json',
    '.gitignore',
    'packages/catalog/src/kinds.ts',
    'packages/fal-emulator/src/endpoints/index.ts',
    'web/src/locales/en/kinds.json',
    'web/src/locales/zh-CN/kinds.json',
  ]) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    cpSync(join(repository, path), join(root, path));
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('writes the kind, the endpoint, the words and the entries of both lists', () => {
  saveFiles(draftFiles(plan, root), root, false);
  expect(read('packages/catalog/src/kinds/image/flux-krea-draft.ts')).toContain('PRICE_TO_DECIDE');
  expect(read('packages/fal-emulator/src/endpoints/flux-krea-draft.ts')).toContain("'fal-ai/flux/krea'");
  const list = read('packages/catalog/src/kinds.ts');
  for (const line of ["from './kinds/image/flux-krea-draft.ts'", '  fluxKreaDraft,'])
    expect(list.split(line)).toHaveLength(2);
  expect(read('packages/fal-emulator/src/endpoints/index.ts')).toMatch(/fluxKreaDraft,?\s*\]/);
  expect(JSON.parse(read('web/src/locales/zh-CN/kinds.json'))).toMatchObject({
    kinds: { 'flux-krea-draft': { title: 'Flux Krea' } },
  });
});

it('marks in every language what a human has to write or to translate', () => {
  const words = (tag: string) =>
    JSON.parse(read(`web/src/locales/${tag}/kinds/flux-krea-draft.json`)) as Record<string, string>;
  expect(words('en')).toMatchObject({ description: expect.stringMatching(/^\[write\] /), cta: 'Generate' });
  expect(words('zh-CN').cta).toBe('[translate] Generate');
});

it('overwrites nothing unasked, and adds no second entry to a list', () => {
  const before = read('packages/catalog/src/kinds.ts');
  expect(() => saveFiles(draftFiles(plan, root), root, false)).toThrow('nothing was written');
  saveFiles(draftFiles(plan, root), root, true);
  expect(read('packages/catalog/src/kinds.ts')).toBe(before);
});

it('adds a second draft behind the first', () => {
  const next = planKind(readTypes().read('fal-ai/kling-video/v2.5-turbo/pro/text-to-video'), {
    id: 'kling-draft',
  });
  saveFiles(draftFiles(next, root), root, false);
  expect(read('packages/fal-emulator/src/endpoints/index.ts')).toMatch(/fluxKreaDraft,\s+klingDraft,?\s*\]/);
  expect(read('packages/catalog/src/kinds.ts')).toMatch(/fluxKreaDraft,\n {2}klingDraft,\n\] as const;/);
});
