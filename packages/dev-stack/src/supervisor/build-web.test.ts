import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTestFolder } from '../testing.ts';
import { compressWebBuild, ensureWebBuild } from './build-web.ts';
import { repositoryRoot } from './settings.ts';

const viteFolder = dirname(
  createRequire(join(repositoryRoot, 'web/package.json')).resolve('vite/package.json'),
);

async function makeRepository(): Promise<{ root: string; logFolder: string }> {
  const root = await createTestFolder('web');
  mkdirSync(join(root, 'web'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(viteFolder, join(root, 'node_modules/vite'));
  symlinkSync(join(repositoryRoot, 'web/build'), join(root, 'web/build'));
  writeFileSync(join(root, 'web/package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'web/index.html'), '<title>first</title>');
  return { root, logFolder: join(root, 'logs') };
}

it('the web app is built once, and again only after a source has changed', async () => {
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

it('the web app is built again after a package has changed that the web app depends on through another', {
  tags: 'each-rule',
}, async () => {
  const options = await makeRepository();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(options.root, path)), { recursive: true });
    writeFileSync(join(options.root, path), text);
  };
  write('web/package.json', '{ "type": "module", "dependencies": { "@atelier/near": "1.0.0" } }');
  write('packages/near/package.json', '{ "dependencies": { "@atelier/far": "1.0.0", "zod": "4.0.0" } }');
  write('packages/far/package.json', '{}');
  write('packages/far/src/index.ts', 'export const one = 1;');
  await ensureWebBuild(options);
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: false });
  write('packages/far/src/index.ts', 'export const one = 2;');
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: true });
});

it('the web app is built once for concurrent calls', { tags: 'each-rule' }, async () => {
  const options = await makeRepository();
  const results = await Promise.all([ensureWebBuild(options), ensureWebBuild(options)]);
  expect(results.filter(({ isBuilt }) => isBuilt)).toHaveLength(1);
});

it('a failed build keeps the last good one and reports the reason', async () => {
  const options = await makeRepository();
  await ensureWebBuild(options);
  writeFileSync(join(options.root, 'web/index.html'), '<script type="module" src="/absent.ts"></script>');
  await expect(ensureWebBuild(options)).rejects.toThrow('absent.ts');
  expect(readFileSync(join(options.root, 'web/dist/index.html'), 'utf8')).toContain('first');
  expect(existsSync(join(options.root, 'node_modules/.cache/web-build/dist'))).toBe(false);
});

it('a build is compressed later, with what an interrupted start has left out', async () => {
  const options = await makeRepository();
  const dist = join(options.root, 'web/dist');
  writeFileSync(join(options.root, 'web/index.html'), `<title>long</title>${'<p>A page.</p>'.repeat(99)}`);
  await ensureWebBuild(options);
  const page = readFileSync(join(dist, 'index.html'));
  expect(readdirSync(dist).filter((name) => /\.(br|gz)$/.test(name))).toEqual([]);
  await compressWebBuild(options);
  for (const name of ['.compressed', 'index.html.gz']) rmSync(join(dist, name));
  await compressWebBuild(options);
  expect(brotliDecompressSync(readFileSync(join(dist, 'index.html.br')))).toEqual(page);
  expect(gunzipSync(readFileSync(join(dist, 'index.html.gz')))).toEqual(page);
  expect(readdirSync(dist).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

it('a build that is being replaced is not compressed', { tags: 'each-rule' }, async () => {
  const options = await makeRepository();
  const dist = join(options.root, 'web/dist');
  const write = (word: string) =>
    writeFileSync(
      join(options.root, 'web/index.html'),
      `<title>${word}</title>${'<p>A page.</p>'.repeat(99)}`,
    );
  write('first');
  await ensureWebBuild(options);
  write('second');
  await Promise.all([ensureWebBuild(options), compressWebBuild(options)]);
  await compressWebBuild(options);
  expect(brotliDecompressSync(readFileSync(join(dist, 'index.html.br'))).toString()).toContain('second');
});

it('an aborted compression ends without the mark of a complete one', { tags: 'each-rule' }, async () => {
  const options = await makeRepository();
  await ensureWebBuild(options);
  const abort = new AbortController();
  const compressing = compressWebBuild({ ...options, signal: abort.signal });
  abort.abort();
  await expect(compressing).rejects.toThrow();
  expect(existsSync(join(options.root, 'web/dist/.compressed'))).toBe(false);
});

it('an aborted build ends and leaves nothing, and the next one succeeds', async () => {
  const options = await makeRepository();
  const abort = new AbortController();
  const building = ensureWebBuild({ ...options, signal: abort.signal });
  abort.abort();
  await expect(building).rejects.toThrow();
  expect(existsSync(join(options.root, 'web/dist'))).toBe(false);
  expect(readdirSync(join(options.root, 'node_modules/.cache/web-build'))).toEqual([]);
  expect(await ensureWebBuild(options)).toEqual({ isBuilt: true });
});
