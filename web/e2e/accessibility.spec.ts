import type { Page } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { expectNoAxeViolations } from './fixtures.ts';

const paths = [
  '/',
  '/creator/video/text-to-video',
  '/creator/video/vace',
  '/creator/image-to-video/image-to-video',
  '/creator/history',
  '/creator/history/video',
  '/pricing',
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

async function expectNoFaults(page: Page, where: string): Promise<void> {
  await test.step(where, async () => {
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels beside the window').toBeLessThanOrEqual(0);
  });
}
