import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planKind } from './plan-kind.ts';
import { readPrice } from './plan-price.ts';
import { readTypes } from './read-types.ts';
import { draftFiles, saveFiles } from './write-files.ts';

const repository = join(import.meta.dirname, '../../..');
const price = {
  ...readPrice('$0.025 per megapixel'),
  source: 'https://fal.ai/flux-krea',
  asOf: '2026-11-25',
};
const krea = readTypes().read('fal-ai/flux/krea');
const plan = planKind(krea, { id: 'flux-krea-draft' });
let root = '';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atelier-draft-'));
  for (const path of [
    'biome.json',
    '.gitignore',
    'packages/catalog/src/image-kinds.ts',
    'packages/catalog/src/kinds.ts',
    'packages/fal-emulator/src/endpoints/index.ts',
    'web/src/locales',
    'docs/prices.md',
    'docs/fal-client.md',
    'docs/product.md',
  ]) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    cpSync(join(repository, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the draft writes the kind, the endpoint, the words and the entries of both lists', () => {
  saveFiles(draftFiles(plan, root), root, false);
  expect(read('packages/catalog/src/kinds/image/flux-krea-draft.ts')).toContain('PRICE_TO_DECIDE');
  expect(read('packages/fal-emulator/src/endpoints/flux-krea-draft.ts')).toContain("'fal-ai/flux/krea'");
  const list = read('packages/catalog/src/image-kinds.ts');
  for (const line of ["from './kinds/image/flux-krea-draft.ts'", '  fluxKreaDraft,'])
    expect(list.split(line)).toHaveLength(2);
  expect(read('packages/fal-emulator/src/endpoints/index.ts')).toMatch(/fluxKreaDraft,?\s*\]/);
  expect(JSON.parse(read('web/src/locales/zh-CN/kinds.json'))).toMatchObject({
    kinds: { 'flux-krea-draft': { title: 'Flux Krea' } },
  });
});

it('the draft adds a row to the table of prices once the price is known, and one to that of fal’s client', {
  tags: 'tools',
}, () => {
  const listRows = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => line.includes('`flux-krea-draft`'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(listRows('docs/prices.md')).toEqual([]);
  const known = planKind(krea, { id: 'flux-krea-draft', price });
  saveFiles(draftFiles(known, root), root, true);
  const cells = ['`flux-krea-draft`', '$0.025 per megapixel', '15', '15'];
  const row = ['', ...cells, ''];
  expect(listRows('docs/prices.md')).toEqual([row]);
  const [client, ...more] = listRows('docs/fal-client.md');
  expect(client?.slice(1, 3)).toEqual(['`fal-ai/flux/krea`', '`flux-krea-draft`']);
  expect(client?.[3]).toMatch(/^`prompt .*seed`$/);
  expect(more).toEqual([]);
  const again = draftFiles(known, root).find(({ path }) => path === 'docs/prices.md');
  expect(again?.text).toBe(read('docs/prices.md'));
});

it('the draft names the kind in the table of the product page, once, beside the others of its page', {
  tags: 'tools',
}, () => {
  for (const { path, text } of [...draftFiles(plan, root), ...draftFiles(plan, root)])
    if (path === 'docs/product.md') writeFileSync(join(root, path), text);
  const page = read('docs/product.md');
  expect(page).toMatch(/^\| image \| `image\/text-to-image` \| .*, `flux-krea-draft` \|$/m);
  expect(page.split('flux-krea-draft')).toHaveLength(2);
});

it('the draft marks in every language the texts that a human has to write or to translate', () => {
  const words = (tag: string) =>
    JSON.parse(read(`web/src/locales/${tag}/kinds/flux-krea-draft.json`)) as Record<string, string>;
  expect(words('en')).toMatchObject({ description: expect.stringMatching(/^\[write\] /), cta: 'Generate' });
  expect(words('zh-CN').strengths).toMatch(/^\[translate\] /);
});

it('the draft reuses in every language the texts of other kinds', { tags: 'tools' }, () => {
  const loud = planKind(readTypes().read('fal-ai/kling-video/v2.6/pro/text-to-video'), { id: 'loud-draft' });
  const files = draftFiles(loud, root);
  const words = (tag: string) =>
    JSON.parse(
      files.find(({ path }) => path === `web/src/locales/${tag}/kinds/loud-draft.json`)?.text ?? '{}',
    );
  const other = (tag: string) =>
    JSON.parse(read(`web/src/locales/${tag}/kinds/kling-v3-pro-text-to-video.json`));
  for (const tag of ['en', 'zh-CN']) {
    expect(words(tag).fields.generate_audio).toEqual(other(tag).fields.generate_audio);
    expect(words(tag).cta).toBe(other(tag).cta);
  }
});

it('the draft overwrites nothing unasked, and adds no second entry to a list', { tags: 'tools' }, () => {
  const before = read('packages/catalog/src/image-kinds.ts');
  expect(() => saveFiles(draftFiles(plan, root), root, false)).toThrow('nothing was written');
  saveFiles(draftFiles(plan, root), root, true);
  expect(read('packages/catalog/src/image-kinds.ts')).toBe(before);
});

it('the draft adds a second draft behind the first', { tags: 'tools' }, () => {
  const next = planKind(readTypes().read('fal-ai/kling-video/v2.5-turbo/pro/text-to-video'), {
    id: 'kling-draft',
  });
  saveFiles(draftFiles(next, root), root, false);
  expect(read('packages/fal-emulator/src/endpoints/index.ts')).toMatch(/fluxKreaDraft,\s+klingDraft,?\s*\]/);
  expect(read('packages/catalog/src/kinds.ts')).toMatch(/\n {2}klingDraft,\n\] as const;/);
});
