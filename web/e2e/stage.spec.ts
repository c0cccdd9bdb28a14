import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { watchShifts } from './find-shifts.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    sound: 'Add sound 50 credits',
    continue: /^Continue 200 credits/,
    animate: /^Animate 200 credits/,
    details: 'Video details',
    library: 'Library',
    newest: 'Newest',
  },
  {
    locale: 'zh-CN',
    sound: '添加声音 50 积分',
    continue: /^续写 200 积分/,
    animate: /^生成视频 200 积分/,
    details: '视频详情',
    library: '作品库',
    newest: '最新',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the first generation keeps the stage while others arrive in the rows, and nothing moves by itself', async ({
      page,
    }) => {
      // An account without failures, which fold when a newer result comes.
      await page.context().clearCookies();
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      await watchShifts(page);
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const watched = await creator.generate(uniquePrompt('A pier', 'slow'));
      await expect(watched.getByRole('progressbar')).toBeVisible();
      const prompt = uniquePrompt('A pier at night');
      const beside = await creator.generate(prompt);
      const rows = page.getByRole('region', { name: labels.newest });
      await expect(rows.getByRole('article', { name: prompt })).toBeVisible();
      // Whatever the presses have moved is over; what arrives from here on comes by itself.
      await page.evaluate(() => (window.shifts.length = 0));
      await expect(beside.getByRole('link', { name: prompt })).toBeVisible();
      await expect(watched.locator('video')).toBeVisible();
      await expect(watched.getByRole('link', { name: labels.sound, exact: true })).toBeVisible();
      // The header says what is held, which changes its width by so much.
      const shifts = await page.evaluate(() => window.shifts.filter(({ value }) => value > 0.001));
      expect(shifts).toEqual([]);
      expect(await page.locator('main video').count()).toBe(1);
      await expect(watched.getByRole('button', { name: labels.continue })).toBeVisible();
      await expectAccessible(page, 'a result with others below it');

      await beside.getByRole('link', { name: prompt }).click();
      const viewer = page.getByRole('dialog', { name: labels.details });
      await expect(viewer.getByRole('link', { name: labels.sound })).toBeVisible();
      await expect(viewer.getByRole('button', { name: labels.continue })).toBeVisible();
      await page.keyboard.press('Escape');
      await rows.getByRole('link', { name: labels.library }).click();
      await expect(page).toHaveURL(/\/creator\/history\/video$/);
    });
  });
}

test('an arrow key that is pressed as soon as the newest works appear leads to the next one', {
  tag: '@faults',
}, async ({ page }) => {
  const [one = '', two = '', three = ''] = promptsWith(newWord(), 3);
  await makeImages(page, [one, two, three]);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const first = document.querySelector<HTMLElement>('[data-place="0"] h3 a');
      if (!first) return;
      seen.disconnect();
      first.focus();
      first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    seen.observe(document, { subtree: true, childList: true });
  });
  await page.goto('/creator/image/text-to-image');
  await expect(page.locator('[data-place="1"] h3 a')).toBeFocused();
});

test('the newest works are chosen, walked and opened by keys as in the library', {
  tag: '@each-rule',
}, async ({ page }) => {
  const [one = '', two = '', three = ''] = promptsWith(newWord(), 3);
  await makeImages(page, [one, two, three]);
  await page.goto('/creator/image/text-to-image');
  const rows = page.getByRole('region', { name: 'Newest' });
  const tile = (prompt: string) => rows.getByRole('link', { name: prompt, exact: true });
  await tile(two).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(one)).toBeFocused();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected works' });
  await expect(bar).toContainText('1 selected');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+x');
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Image details' })).toContainText(two);
});

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
] as const) {
  test(`a result, its acts and a row of works are in view at ${width} by ${height}`, {
    tag: '@each-page',
  }, async ({ page }) => {
    await page.context().clearCookies();
    await signInByRequests(page, newcomer());
    await buyPack(page, 'starter');
    await makeImages(page, promptsWith(newWord(), 2), {
      image_size: 'landscape_16_9',
    });
    await page.setViewportSize({ width, height });
    await page.goto('/creator/image/text-to-image');
    const acts = page.getByRole('main').getByRole('group', { name: 'Next steps' });
    await expect(acts).toBeInViewport({ ratio: 1 });
    const tile = page.getByRole('region', { name: 'Newest' }).getByRole('article').first();
    await expect(tile).toBeInViewport({ ratio: 0.9 });
  });
}
