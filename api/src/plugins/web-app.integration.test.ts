import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from '../testing/start-test-api.ts';

const page = '<!doctype html><title>Atelier</title>';
const script = 'export const shown = true;';
const webDist = await createTestFolder('compressed later');
await mkdir(join(webDist, 'assets'));
await mkdir(join(webDist, 'pages/visitors/en'), { recursive: true });
await writeFile(join(webDist, 'index.html'), '<!doctype html>');
await writeFile(join(webDist, 'pages/visitors/en/index.html'), page);
await writeFile(join(webDist, 'assets/app-1a2b.js'), script);

const api = await startTestApi({ settings: { WEB_DIST: webDist } });
afterAll(() => api.close());

it.each([
  { path: '/', file: 'pages/visitors/en/index.html', content: page },
  { path: '/assets/app-1a2b.js', file: 'assets/app-1a2b.js', content: script },
])('sends $path as it is until a compressed copy appears, and then the same in it', async (sent) => {
  const get = async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br', 'accept-language': 'en' };
    const reply = await api.browser().get(sent.path, headers);
    return { encoding: reply.headers.get('content-encoding'), content: reply.bytes.toString() };
  };
  expect(await get()).toEqual({ encoding: null, content: sent.content });
  await writeFile(join(webDist, `${sent.file}.br`), brotliCompressSync(sent.content));
  expect(await get()).toEqual({ encoding: 'br', content: sent.content });
});
