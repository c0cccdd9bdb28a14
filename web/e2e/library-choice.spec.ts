import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    open: 'From your library',
    title: 'Image: from your library',
    references: 'Images: from your library',
    search: 'Search by prompt, tag or model',
    empty: /^You have made none yet/,
    nothing: 'Nothing was found.',
    remove: 'Remove: Image',
    use: 'Use 2 of 14',
  },
  {
    locale: 'zh-CN',
    open: '从作品库选择',
    title: '图片：从作品库选择',
    references: '图片：从作品库选择',
    search: '按提示词、标签或模型搜索',
    empty: /^您还没有这样的作品/,
    nothing: '没有找到。',
    remove: '移除：图片',
    use: '使用 2 / 14 个',
  },
] satisfies ({ locale: Locale } & Record<string, unknown>)[];

/** Makes pictures without a form, and waits until they are there. */
async function makePictures(page: Page, prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts)
    await post(page, '/api/generations', {
      kind: 'flux-schnell',
      input: { prompt, image_size: 'square', num_images: 1 },
    });
  await expect
    .poll(async () => (await (await page.request.get('/api/library?status=completed')).json()).data.length, {
      timeout: 90_000,
    })
    .toBe(prompts.length);
}

for (const texts of languages) {
  test.describe(`in ${texts.locale}`, () => {
    test.use({ locale: texts.locale, storageState: { cookies: [], origins: [] } });

    test('a field takes a file of the user’s own works', async ({ page }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      await page.goto('/creator/image-to-video/image-to-video');
      const open = page.getByRole('button', { name: texts.open });
      const dialog = page.getByRole('dialog', { name: texts.title });

      await test.step('without works it says so', async () => {
        await open.click();
        await expect(dialog.getByText(texts.empty)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(open).toBeFocused();
      });

      await makePictures(page, ['A red kite over the harbour', 'A lantern in the snow']);

      await test.step('works are found by their prompt, and one becomes the file by keys alone', async () => {
        await open.press('Enter');
        await expect(dialog.getByRole('listitem')).toHaveCount(2);
        await expectAccessible(page, 'the choice of a work');
        const search = dialog.getByRole('searchbox', { name: texts.search });
        await search.fill('no such work');
        await expect(dialog.getByText(texts.nothing)).toBeVisible();
        await search.fill('lantern');
        await expect(dialog.getByRole('listitem')).toHaveCount(1);
        await dialog.getByRole('button', { name: 'A lantern in the snow' }).press('Enter');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('button', { name: texts.remove })).toBeVisible();
        await expect(open).toHaveCount(0);
      });

      await test.step('a list takes several, on a phone', async () => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto('/creator/image/edit?model=nano-banana-2-1-edit');
        await open.click();
        const list = page.getByRole('dialog', { name: texts.references });
        for (const prompt of ['A lantern in the snow', 'A red kite over the harbour'])
          await list.getByRole('button', { name: prompt }).click();
        await expect(list.getByRole('button', { pressed: true })).toHaveCount(2);
        await list.getByRole('button', { name: texts.use }).click();
        await expect(list).toHaveCount(0);
        await expect(page.locator('[data-upload-field] img')).toHaveCount(2);
      });
    });
  });
}

test('a visitor is offered no library, and a failed one is read again', { tag: '@each-rule' }, async ({
  browser,
  page,
  problems,
}) => {
  problems.allow(/GET \/api\/library\?/);
  const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await visitor.goto('/creator/image-to-video/image-to-video');
  await expect(visitor.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'From your library' })).toHaveCount(0);
  await visitor.close();

  await page.route('**/api/library?*', (route) => route.abort());
  await page.goto('/creator/image-to-video/image-to-video');
  await page.getByRole('button', { name: 'From your library' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Your library could not be loaded.')).toBeVisible();
  await page.unroute('**/api/library?*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Your library could not be loaded.')).toHaveCount(0);
});
