import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../testing.ts';
import { ensureWebBuild } from './build-web.ts';
import { repositoryRoot } from './settings.ts';

const viteFolder = dirname(
  createRequire(join(repositoryRoot, 'web/package.json')).resolve('vite/package.json'),
);

async function makeRepository(): Promise<{ root: string; logFolder: string }> {
  const root = await createTestFolder('web');
  mkdirSync(join(root, 'web'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(viteFolder, join(root, 'node_modules/vite'));
  writeFileSync(join(root, 'web/package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'web/index.html'), '<title>first</title>');
  return { root, logFolder: join(root, 'logs') };
}

it('builds once, and again only after a source has changed', async () => {
  const options = await makeRepository();
  const page = join(options.root, 'web/dist/index.html');
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: true });
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: false });
  writeFileSync(join(options.root, 'web/app.test.ts'), 'a test is no source');
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: false });
  writeFileSync(join(options.root, 'web/index.html'), '<title>second</title>');
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: true });
  expect(readFileSync(page, 'utf8')).toContain('second');
});

it('builds once for concurrent calls', async () => {
  const options = await makeRepository();
  const results = await Promise.all([ensureWebBuild(options), ensureWebBuild(options)]);
  expect(results.filter(({ isBuilt }) => isBuilt)).toHaveLength(1);
});

it('keeps the last good build and reports why a build failed', async () => {
  const options = await makeRepository();
  await ensureWebBuild(options);
  writeFileSync(join(options.root, 'web/index.html'), '<script type="module" src="/absent.ts"></script>');
  await expect(ensureWebBuild(options)).rejects.toThrow('absent.ts');
  expect(readFileSync(join(options.root, 'web/dist/index.html'), 'utf8')).toContain('first');
  expect(existsSync(join(options.root, 'node_modules/.cache/web-build/dist'))).toBe(false);
});
