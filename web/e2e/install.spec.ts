import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';
import { newcomer } from './newcomers.ts';
import { type FixtureFile, pngFile } from './upload-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Resolves when the service worker serves the page that is loaded next. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

for (const { locale, description } of [
  { locale: 'en-US', description: /^Make videos/ },
  { locale: 'zh-CN', description: /^用文字生成/ },
]) {
  test.describe(`the app in ${locale}`, () => {
    test.use({ locale });

    test('has all that a browser requires before it offers to install it', async ({ page, request }) => {
      await page.goto('/pricing');
      const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
      const reply = await request.get(href);
      expect(reply.headers()).toMatchObject({
        'content-type': expect.stringContaining('application/manifest+json'),
        'cache-control': 'no-cache',
      });
      const manifest = await reply.json();
      expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', lang: expect.any(String) });
      expect(manifest.description).toMatch(description);
      expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
      for (const { src, type, sizes } of manifest.icons) {
        const icon = await page.evaluate(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }, src);
        expect([icon, type]).toEqual([sizes, 'image/png']);
      }
      const worker = await request.get('/sw.js');
      expect(worker.headers()['cache-control']).toBe('no-cache');
    });
  });
}

test('without a connection a page says so, and comes back with it', async ({ page, context, problems }) => {
  problems.allow(/^(request|console) .*(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/);
  await page.goto('/pricing');
  await installed(page);
  await context.setOffline(true);
  await page.goto('/creator/history/video');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '没有网络连接' })).toBeVisible();
  await expect(page).toHaveURL(/\/creator\/history\/video$/);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('the cache has files of the app alone: no answer of the API, no file of a user and no page', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  await installed(page);
  await page.goto('/creator/history/video');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const answers = await page.evaluate(async () => (await fetch('/api/user/info')).status);
  expect(answers).toBe(200);
  const kept = await keptPaths(page);
  expect(kept).toContain('/offline.html');
  expect(kept.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2);
  expect(kept.filter((path) => path !== '/offline.html' && !path.startsWith('/assets/'))).toEqual([]);
});

/** Sends files as a phone does when they are shared with the installed app. */
async function share(page: Page, files: readonly FixtureFile[]): Promise<void> {
  const { share_target: target } = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link?.href ?? '')).json();
  });
  const given = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  await page.evaluate(
    ({ target, given }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const { action, method, enctype } = target;
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const [{ name }] = target.params.files;
      form.append(Object.assign(document.createElement('input'), { type: 'file', multiple: true, name }));
      (form.firstChild as HTMLInputElement).files = transfer.files;
      document.body.append(form);
      form.submit();
    },
    { target, given },
  );
  await page.waitForURL(/\/creator\/image-to-video/);
}

test('a photo shared with the app becomes a frame of a video, and the form says when it is lost', {
  tag: '@each-rule',
}, async ({ page }) => {
  const photo = pngFile('photo.png', [200, 40, 40], 320);
  await page.goto('/pricing');
  await installed(page);
  await share(page, [photo]);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  await expect(page).toHaveURL(/\/creator\/image-to-video$/);

  await page.goto('/pricing');
  await share(page, [photo, pngFile('later.png', [40, 40, 200], 320)]);
  await expect(page.getByRole('button', { name: 'Remove: End image' })).toBeVisible();

  await page.goto('/pricing');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await page.reload();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
  await share(page, [photo]);
  await expect(page.getByText('The shared file has not arrived.')).toBeVisible();
});

test('an open page still gets parts of the build before, and older ones are removed', {
  tag: '@faults',
}, async ({ page }) => {
  await page.goto('/pricing');
  await installed(page);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
    for (const name of ['atelier-oldest', 'atelier-before']) {
      const cache = await caches.open(name);
      await cache.put(`/assets/${name}.js`, new Response('export const part = 1;'));
    }
  });
  await page.reload();
  await installed(page);
  await expect.poll(() => page.evaluate(() => caches.has('atelier-oldest'))).toBe(false);
  const part = await page.evaluate(async () => (await fetch('/assets/atelier-before.js')).text());
  expect(part).toBe('export const part = 1;');
});

test.describe('a user of their own', () => {
  // The session of the other tests would end with this one.
  test.use({ storageState: { cookies: [], origins: [] } });

  test('signing out removes everything that was kept', { tag: '@each-rule' }, async ({
    page,
    signIn,
    problems,
  }) => {
    // Loads through the service worker that were under way when it was removed.
    problems.allow(/^request GET \/assets\/\S+ net::ERR_FAILED$/);
    await signIn(newcomer(), '/pricing');
    await installed(page);
    expect(await keptPaths(page)).not.toEqual([]);
    // Signed out from outside the app, which would go to another page at once and keep its files again.
    await page.goto('/robots.txt');
    const left = await page.evaluate(async () => {
      const body = JSON.stringify({ everywhere: false });
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch('/api/auth/logout', { method: 'POST', headers, body });
      return [status, await caches.keys()];
    });
    expect(left).toEqual([200, []]);
  });
});
