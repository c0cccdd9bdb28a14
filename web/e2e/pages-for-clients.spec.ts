import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

/** Fills the open part of routes that know no other names. */
const named: Readonly<Record<string, string>> = {
  '/creator/audio/$type': 'music',
  '/help/{-$page}': 'first-video',
};

/** The addresses of the app's router, as its own generated file lists them, with something for each open part. */
function readRoutes(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../src/route-tree.gen.ts'), 'utf8');
  const [, list = ''] = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(source) ?? [];
  const patterns = [...list.matchAll(/^ {2}'([^']+)'/gm)].map(([, pattern]) => pattern ?? '');
  return patterns.flatMap((pattern) => {
    const filled = pattern.replaceAll(/\{-\$\w+\}|\$\w*/g, named[pattern] ?? 'anything');
    return pattern.includes('{-$') ? [filled, pattern.replaceAll(/\/\{-\$\w+\}/g, '')] : [filled];
  });
}

/** Deeper addresses lead to the form that their last segment names, or to the histories. */
const openBelow = ['/creator/video/', '/creator/image/', '/creator/image-to-video/', '/creator/history/'];

test('every address of the router is a page, by GET and by HEAD, and any other is 404', async ({
  request,
}) => {
  const ask = async (method: 'GET' | 'HEAD', path: string) => {
    const reply = await request.fetch(path, { method, headers: { accept: '*/*' }, maxRedirects: 0 });
    const { 'content-length': length, vary, etag } = reply.headers();
    return { status: reply.status(), length, vary, etag };
  };
  const routes = readRoutes();
  expect(routes).toContain('/creator/video/anything');
  for (const path of routes) {
    const got = await ask('GET', path);
    expect([path, got.status]).toEqual([path, 200]);
    expect(await ask('HEAD', path)).toEqual(got);
    const below = `${path === '/' ? '' : path}/no/such/page`;
    const isOpen = openBelow.some((open) => below.startsWith(open));
    expect([below, (await ask('GET', below)).status]).toEqual([below, isOpen ? 200 : 404]);
  }
});

test('a picture for tabs and a list of pages for search engines are at their usual addresses', {
  tag: '@each-rule',
}, async ({ request, baseURL }) => {
  const icon = await request.get('/favicon.ico');
  expect(icon.headers()['content-type']).toBe('image/vnd.microsoft.icon');
  const bytes = await icon.body();
  // One picture of 32 × 32, which is the PNG behind the 22 bytes of the head.
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(bytes.subarray(22, 26).toString('latin1')).toBe('\u0089PNG');
  expect(bytes.readUInt32LE(14)).toBe(bytes.length - 22);

  const robots = await (await request.get('/robots.txt')).text();
  const [, address = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  const sitemap = await (await request.get(new URL(address).pathname)).text();
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url));
  const paths = pages.map(({ pathname }) => pathname);
  expect(paths).toEqual(expect.arrayContaining(['/', '/pricing', '/creator/video/text-to-video', '/terms']));
  expect(paths.filter((path) => /history|admin|account/.test(path))).toEqual([]);
  for (const { origin, pathname } of pages) {
    expect(origin).toBe(new URL(baseURL ?? '').origin);
    expect([pathname, (await request.head(pathname)).status()]).toEqual([pathname, 200]);
  }
});

test('each page that search engines list says what it is for, in its language, before any script', async ({
  request,
  page,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const prerendered = paths.filter((path) => path === '/' || /^\/(creator|pricing|help)/.test(path));
  const described = new Map<string, string[]>();
  for (const language of ['en', 'zh-CN']) {
    for (const path of prerendered) {
      const html = await (await request.get(path, { headers: { 'accept-language': language } })).text();
      const [, text = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
      expect([path, text.length > 10, /[\u4e00-\u9fff]/.test(text)]).toEqual([
        path,
        true,
        language === 'zh-CN',
      ]);
      described.set(text, [...(described.get(text) ?? []), path]);
    }
  }
  expect([...described.values()].filter((same) => same.length > 1)).toEqual([]);

  await page.goto('/creator/image');
  const description = page.locator('meta[name=description]');
  await expect(description).toHaveAttribute('content', /^Describe a picture/);
  await page.goto('/status');
  await expect(description).toHaveAttribute('content', /^Measured on/);
});

test('the creation pages of no kind say what they are for', { tag: '@each-rule' }, async ({ page }) => {
  for (const [path, text] of [
    ['/creator/video', 'Describe what should happen'],
    ['/creator/video/foo', 'Describe what should happen'],
    ['/creator/image', 'Describe a picture'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('form').getByText(text)).toBeVisible();
  }
});

test('a deeper address of a form or a history leads to what its last segment names', {
  tag: '@each-rule',
}, async ({ page }) => {
  for (const [path, title, end] of [
    ['/creator/video/a/vace', 'VACE', /\/creator\/video\/vace$/],
    ['/creator/video/a/b', 'Create a video', /\/creator\/video\/b$/],
    ['/creator/image/a/edit', 'Edit images', /\/creator\/image\/edit$/],
    ['/creator/image-to-video/a/b', 'Create a video', /\/creator\/image-to-video\/b$/],
    ['/creator/history/foo/bar', 'Pick a part of the library', /\/creator\/history\/foo\/bar$/],
  ] as const) {
    const reply = await page.goto(path);
    expect([path, reply?.status()]).toEqual([path, 200]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page).toHaveURL(end);
  }
});

test('a missing page says so, with the status for it', { tag: '@each-rule' }, async ({ page, problems }) => {
  problems.allow(/^response 404 GET \/no\/such\/page/);
  const reply = await page.goto('/no/such/page');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
