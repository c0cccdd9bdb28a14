import type { Browser, Page } from '@playwright/test';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

const languages = [
  {
    locale: 'en-US',
    video: 'Video details',
    close: 'Close',
    gone: 'This no longer exists.',
  },
  { locale: 'zh-CN', video: '视频详情', close: '关闭', gone: '该内容已不存在。' },
] satisfies (Record<string, string> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a generation is in the address: Back closes it, a reload and a pasted link open it again', async ({
      page,
      context,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const prompt = uniquePrompt('A ferry at dawn');
      const card = await creator.generate(prompt);
      await expect(card.locator('video')).toBeVisible();
      await creator.choose(card);
      const dialog = page.getByRole('dialog', { name: labels.video });
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(/\/text-to-video\?view=[\w-]{36}$/);
      const id = new URL(page.url()).searchParams.get('view');
      await page.reload();
      await expect(dialog).toContainText(prompt);
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/\/text-to-video$/);
      await expect(creator.prompt).toHaveValue(prompt);

      // Another tab has no entry of this app before it, and finds the generation although the search does not list it.
      const other = await context.newPage();
      await other.goto(`/creator/history/video?search=nothing-like-it&view=${id}`);
      const pasted = other.getByRole('dialog', { name: labels.video });
      await expect(pasted).toContainText(prompt);
      await other.keyboard.press('Escape');
      await expect(pasted).toBeHidden();
      await expect(other).toHaveURL(/\/creator\/history\/video\?search=nothing-like-it$/);
    });

    test('an unknown generation leaves the address, and a toast says so', { tag: '@each-rule' }, async ({
      page,
      problems,
    }) => {
      problems.allow(/^response 404 GET \/api\/(generations|trash)\//);
      await page.goto(`/creator/history/image?view=${unknownId}`);
      await expect(page.getByText(labels.gone)).toBeVisible();
      await expect(page).toHaveURL(/\/creator\/history\/image$/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
}

test('on a phone, Back closes the viewer, and only the viewer', { tag: '@each-device' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const word = newWord();
  await makeImages(page, promptsWith(word, 1), { num_images: 2 });
  await page.goto('/creator/history/video');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/creator/history/image?search=${word}`);
  await page.getByRole('link', { name: `Harbour 1 ${word}`, exact: true }).click();
  const viewer = page.getByRole('dialog', { name: `Harbour 1 ${word}` });
  await expect(viewer.getByText('Image 1 of 2')).toBeVisible();
  await viewer.getByRole('button', { name: 'Next image' }).click();
  await expect(page).toHaveURL(/view=[\w-]{36}\.2$/);
  await expect(viewer.getByRole('region', { name: 'Details' })).toContainText('FLUX schnell');
  const sheet = page.getByRole('dialog', { name: 'Actions' });
  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await viewer.getByRole('button', { name: 'Next step', exact: true }).click();
  const steps = page.getByRole('dialog', { name: 'Next steps' });
  await expect(steps.getByRole('link', { name: /^Animate/ })).toBeVisible();
  await page.reload();
  await expect(steps).toBeVisible();
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(steps).toBeHidden();
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await pressTwice(page, 'Close');
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?search=${word}$`));
});

/** A second press before the page has gone back must not leave it. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).dblclick({ force: true });
}

test('a generation in the library opens in a tab of its own, in the grid and in the list', {
  tag: '@each-page',
}, async ({ browser, page, context, creator }) => {
  const prompt = `a lighthouse ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/creator/image/text-to-image');
  const card = await creator.generate(prompt);
  // Waits for the result, because the tile of a running generation is replaced by another.
  await expect(card.locator('img').first()).toBeVisible();
  for (const viewMode of ['grid', 'list']) {
    await page.goto(`/creator/history/image?viewMode=${viewMode}&search=${encodeURIComponent(prompt)}`);
    const opened = await watchTabs(browser);
    await page.getByRole('link', { name: prompt, exact: true }).click({ button: 'middle', timeout: 30_000 });
    const address = await opened.nextAddress;
    expect(address).toMatch(/\/creator\/history\/image\?view=[0-9a-f-]{36}$/);
    const tab = await context.newPage();
    await tab.goto(address);
    await expect(tab.getByRole('dialog', { name: 'Image details' })).toBeVisible();
    await tab.keyboard.press('Escape');
    await expect(tab).toHaveURL(/\/creator\/history\/image$/);
    await expect(page).toHaveURL(new RegExp(`viewMode=${viewMode}`));
    await tab.close();
  }
});

/**
 * Reads where the next new tab goes from the browser itself. Playwright attaches to a tab that a link has opened while
 * it already navigates, and sometimes takes it for one that never arrives (microsoft/playwright#36519).
 */
async function watchTabs(browser: Browser): Promise<{ nextAddress: Promise<string> }> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Target.setDiscoverTargets', { discover: true });
  const { targetInfos } = await session.send('Target.getTargets');
  const before = new Set(targetInfos.map(({ targetId }) => targetId));
  const nextAddress = new Promise<string>((resolve) => {
    session.on('Target.targetInfoChanged', ({ targetInfo: { targetId, type, url } }) => {
      if (type === 'page' && !before.has(targetId) && url.startsWith('http')) resolve(url);
    });
  });
  return { nextAddress };
}
