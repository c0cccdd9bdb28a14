import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { makeImages } from './make-images.ts';
import { buyPack, newcomer } from './newcomers.ts';
import { readTexts } from './read-texts.ts';
import { readZip } from './read-zip.ts';

/** The words of the archive itself; those of the page are in its locale. */
const titles: Readonly<Record<string, string>> = {
  en: 'Your Atelier archive',
  'zh-CN': '您的 Atelier 数据',
};

/** Unpacks a zip and returns the address of a file in it. */
async function unpack(zipPath: string, folder: string): Promise<(name: string) => string> {
  for (const [name, content] of await readZip(zipPath)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return (name) => pathToFileURL(join(folder, name)).href;
}

/** A page of a browser without a connection, and everything that it asks for or complains about. */
async function openOffline(browser: Browser, url: string) {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { context, page, requests, complaints };
}

async function expectLoaded(page: Page, count: number): Promise<void> {
  const images = page.locator('article img');
  await expect(images).toHaveCount(count);
  for (const image of await images.all())
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512);
}

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const { takeOut } = readTexts(locale, 'account');

    test('an archive is prepared and downloaded, and its gallery opens without a connection', async ({
      page,
      signIn,
      browser,
    }, testInfo) => {
      await signIn(newcomer(), '/account');
      await buyPack(page, 'starter');
      const prompt = `"><img src=x onerror=alert(1)> 雨夜 <script src="https://evil.test/x.js"></script>`;
      await makeImages(page, [prompt], { num_images: 2 });
      const section = page.getByRole('region', { name: takeOut.title });
      await section.getByRole('button', { name: takeOut.prepare }).click();
      const download = section.getByRole('button', { name: takeOut.download, exact: true });
      await expect(download).toBeVisible();
      await expectAccessibleInEveryLayout(page);
      const [zip] = await Promise.all([page.waitForEvent('download'), download.click()]);
      expect(zip.suggestedFilename()).toMatch(/^atelier-\d{4}-\d\d-\d\d\.zip$/);
      await zip.saveAs(testInfo.outputPath('archive.zip'));

      const addressOf = await unpack(testInfo.outputPath('archive.zip'), testInfo.outputPath('archive'));
      const offline = await openOffline(browser, addressOf('index.html'));
      await expect(offline.page.getByRole('heading', { level: 1 })).toHaveText(titles[locale] ?? '');
      expect(await offline.page.getAttribute('html', 'lang')).toBe(locale);
      await expect(offline.page.getByRole('heading', { level: 2 })).toHaveText(prompt);
      await expectLoaded(offline.page, 2);
      for (const width of [360, 1440]) {
        await offline.page.setViewportSize({ width, height: 900 });
        await expectAccessible(offline.page, `the gallery, ${width} pixels wide`);
      }
      await offline.page.locator('article').getByRole('link').last().click();
      await expect(offline.page.locator('body')).toContainText('"settings"');
      expect(offline.requests.filter((url) => !url.startsWith('file://'))).toEqual([]);
      expect(offline.complaints).toEqual([]);
      await offline.context.close();
    });
  });
}
