import type { Page } from '@playwright/test';
import { buyStarterPack, newAddress } from './buy-starter-pack.ts';
import { expect, test, uniquePrompt } from './creator.ts';
import { expectNoAxeViolations } from './fixtures.ts';
import { makeImages } from './image-records.ts';

const paths = [
  '/',
  '/creator/video/text-to-video',
  '/creator/video/vace',
  '/creator/image-to-video/image-to-video',
  '/creator/image/text-to-image',
  '/creator/image/image-to-image',
  '/creator/history',
  '/creator/history/video',
  '/creator/history/image',
  '/creator/history/image?viewMode=list&model=flux-dev&tags=sea',
  '/creator/image-understanding',
  '/creator/history/image-understanding',
  '/creator/video-to-audio',
  '/creator/history/audio',
  '/credits',
  '/developers',
  '/pricing',
  '/pricing/return',
  '/no-such-page',
];
const widths = [360, 768, 1440];

for (const locale of ['en-US', 'zh-CN']) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test.describe(`in ${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      for (const path of paths) {
        test(`has no accessibility fault and nothing wider than the window on ${path}`, async ({ page }) => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en-US' ? 'en' : locale);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            await expectNoFaults(page, `${width} pixels wide`);
          }
        });
      }
    });
  }
}

test('has no accessibility fault around a running and a finished video and in its dialogs', async ({
  page,
  creator,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await creator.open();
  const waiting = await creator.generate(uniquePrompt('A snowed-in mountain hut', 'stuck'));
  await expect(waiting).toContainText('In queue');
  await expectNoFaults(page, 'a running job');
  await waiting.getByRole('button', { name: /^Cancel/ }).click();
  await expect(waiting).toContainText('Cancelled');

  const prompt = uniquePrompt('A ladder in an orchard');
  const job = await creator.generate(prompt);
  await expect(job.locator('video')).toBeVisible({ timeout: 30_000 });
  await expectNoFaults(page, 'a cancelled and a finished job');

  await page.goto('/creator/history/video');
  const row = page.getByRole('article').filter({ hasText: prompt });
  await row.getByRole('button', { name: prompt, exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Video details' })).toBeVisible();
  await expectNoFaults(page, 'the details');
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: prompt, exact: true })).toBeFocused();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expectNoFaults(page, 'the question before deleting');
});

test('has no accessibility fault in the image history, its filters, its selection and its dialogs', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const prompt = uniquePrompt('A ferry in the fog');
  await makeImages(page, [prompt]);
  await page.goto('/creator/history/image');
  const tile = page.getByRole('button', { name: prompt, exact: true });
  await expect(tile).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('option', { name: /^flux-schnell/ })).toBeAttached();
  await expectNoFaults(page, 'the filters');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: `Select: ${prompt}` }).check();
  await expect(page.getByRole('region', { name: 'Selected generations' })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, `a selection, ${width} pixels wide`);
  }
  await tile.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Tags' })).toBeVisible();
  await expectNoFaults(page, 'an image');
  await page.getByRole('dialog').getByRole('button', { name: 'Tags' }).click();
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  await expectNoFaults(page, 'the tags');
});

test('has no accessibility fault in a receipt and on the pages of administrators', async ({
  page,
  signIn,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().clearCookies();
  const email = newAddress();
  await buyStarterPack(page, email);
  await page.getByRole('table').getByRole('link', { name: 'Starter pack' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchase' })).toContainText('Paid');
  await expectNoFaults(page, 'a purchase');

  await page.context().clearCookies();
  await signIn('ops@atelier.test', `/admin?search=${email}`);
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await expectNoFaults(page, 'a search for users');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('table')).toContainText('Starter pack');
  await expectNoFaults(page, 'a user');
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectNoFaults(page, 'the form that moves credits');
});

test('has no accessibility fault around images that are there in part and in their dialog', async ({
  page,
  creator,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/creator/image/text-to-image');
  const count = page.getByRole('group', { name: 'Number of images' });
  await count.getByRole('radio', { name: '3' }).check();
  const prompt = uniquePrompt('A row of beach huts', 'nsfw');
  const job = await creator.generate(prompt);
  const first = job.getByRole('button', { name: 'Open image 2 of 3' });
  await expect(first).toBeVisible({ timeout: 40_000 });
  await expectNoFaults(page, 'an image, another and a hidden one');
  await first.click();
  await expect(page.getByRole('dialog', { name: prompt }).locator('img')).toBeVisible();
  await expectNoFaults(page, 'the dialog');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoFaults(page, 'the dialog on a phone');
});

async function expectNoFaults(page: Page, where: string): Promise<void> {
  await test.step(where, async () => {
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels beside the window').toBeLessThanOrEqual(0);
  });
}
