import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { makeImages, promptsWith } from './make-images.ts';
import { originHeaders } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    title: 'Trash',
    count: (count: number) => (count === 1 ? '1 work' : `${count} works`),
    left: '30 days left',
    restore: 'Restore',
    nameRestore: (title: string) => `Restore: ${title}`,
    nameRemove: (title: string) => `Delete for good: ${title}`,
    remove: 'Delete for good',
    empty: 'Empty trash',
    question: (count: number) => `Delete ${count} works for good?`,
    select: (title: string) => `Select: ${title}`,
    bar: 'Selected works',
    selected: (count: number) => `${count} selected`,
    all: 'Select all',
    restored: (count: number) => `${count} works restored`,
    nothing: 'The trash is empty',
    isInTrash: 'This work is in the trash',
  },
  {
    locale: 'zh-CN',
    title: '回收站',
    count: (count: number) => `${count} 个作品`,
    left: '剩余 30 天',
    restore: '恢复',
    nameRestore: (title: string) => `恢复：${title}`,
    nameRemove: (title: string) => `彻底删除：${title}`,
    remove: '彻底删除',
    empty: '清空回收站',
    question: (count: number) => `彻底删除 ${count} 个作品？`,
    select: (title: string) => `选择：${title}`,
    bar: '已选择的作品',
    selected: (count: number) => `已选 ${count} 个`,
    all: '全选',
    restored: (count: number) => `已恢复 ${count} 个作品`,
    nothing: '回收站是空的',
    isInTrash: '这个作品在回收站中',
  },
] satisfies ({ locale: Locale } & Record<string, unknown>)[];

/** Four images of a word of their own, all deleted; the last one made is listed first. Returns prompts and ids. */
async function deleteFour(page: Page): Promise<{ prompts: string[]; ids: string[] }> {
  const prompts = promptsWith(randomUUID().slice(0, 8), 4);
  await makeImages(page, prompts);
  const reply = await page.request.get('/api/generations?medium=image');
  const { data } = (await reply.json()) as { data: { id: string; prompt: string }[] };
  const ids = prompts.map((prompt) => data.find((each) => each.prompt === prompt)?.id ?? '');
  const headers = originHeaders();
  // Empties the trash, in which other tests of this account may have left generations.
  await page.request.delete('/api/trash', { headers, data: {} });
  for (const id of ids) await page.request.post('/api/library/trash', { headers, data: { ids: [id] } });
  return { prompts, ids };
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('what was deleted can be seen, restored, and deleted for good', async ({
      page,
      context,
      problems,
    }) => {
      // A generation that was opened by its address.
      problems.allow(/^response 404 GET \/api\/generations\//);
      const { prompts, ids } = await deleteFour(page);
      await page.goto('/creator/trash');
      const tiles = page.getByRole('list', { name: labels.title }).getByRole('listitem');
      await expect(tiles).toHaveCount(4);
      await expect(tiles.locator('h2')).toHaveText(prompts.toReversed());
      await expect(tiles.getByText(labels.left)).toHaveCount(4);
      // The files are still there, for their owner.
      await expect(tiles.locator('img').first()).toHaveJSProperty('complete', true);
      expect(
        await tiles
          .locator('img')
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      ).not.toBe(0);
      await expectAccessibleInEveryLayout(page, 'the trash');

      await page.getByRole('button', { name: labels.nameRestore(prompts[3] ?? '') }).press('Enter');
      await expect(tiles).toHaveCount(3);
      await expect(page.getByText(labels.count(3))).toBeVisible();
      await expect(page.getByRole('button', { name: labels.nameRestore(prompts[2] ?? '') })).toBeFocused();
      // The page says so before the answer.
      const restored = async () => (await page.request.get(`/api/generations/${ids[3]}`)).status();
      await expect.poll(restored).toBe(200);

      // The address of a generation that is in the trash says where it is, and restores it.
      const other = await context.newPage();
      await other.goto(`/creator/history/image?view=${ids[2]}`);
      await expect(other.getByText(labels.isInTrash)).toBeVisible();
      await other.getByRole('button', { name: labels.restore, exact: true }).click();
      await expect(other).toHaveURL(new RegExp(`view=${ids[2]}`));
      await expect(other.getByRole('dialog')).toBeVisible();
      await other.close();
      // This page follows the other one.
      await expect(tiles).toHaveCount(2);

      await page.getByRole('button', { name: labels.empty }).click();
      const question = page.getByRole('dialog', { name: labels.question(2) });
      await expectAccessible(page, 'the question');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(tiles).toHaveCount(2);

      await page.getByRole('button', { name: labels.nameRemove(prompts[1] ?? '') }).click();
      await page.getByRole('dialog').getByRole('button', { name: labels.remove }).click();
      await expect(tiles).toHaveCount(1);
      await expect(page.getByRole('button', { name: labels.nameRestore(prompts[0] ?? '') })).toBeFocused();
      await page.getByRole('button', { name: labels.empty }).click();
      await page.getByRole('dialog').getByRole('button', { name: labels.remove }).click();
      await expect(page.getByText(labels.nothing)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      // The page says so before the answer.
      const left = async () => (await (await page.request.get('/api/trash')).json()) as { total: number };
      await expect.poll(left).toMatchObject({ total: 0 });
      await page.reload();
      await expect(page.getByText(labels.nothing)).toBeVisible();
    });

    test('several are ticked by pointer and keys, and restored or deleted for good together', {
      tag: '@each-page',
    }, async ({ page }) => {
      const { prompts, ids } = await deleteFour(page);
      await page.goto('/creator/trash');
      const tiles = page.getByRole('list', { name: labels.title }).getByRole('listitem');
      await expect(tiles).toHaveCount(4);
      const box = (at: number) => page.getByRole('checkbox', { name: labels.select(prompts[at] ?? '') });
      const bar = page.getByRole('region', { name: labels.bar });
      await box(3).check();
      await expect(bar).toContainText(labels.selected(1));
      await box(1).click({ modifiers: ['Shift'] });
      await expect(bar).toContainText(labels.selected(3));
      await expectAccessibleInEveryLayout(page, 'a selection in the trash');
      await box(1).press('Escape');
      await expect(bar).toHaveCount(0);

      await box(3).press('Space');
      await box(3).press('Control+a');
      await expect(bar).toContainText(labels.selected(4));
      await box(0).press('Space');
      await expect(bar).toContainText(labels.selected(3));
      await bar.getByRole('button', { name: labels.restore, exact: true }).press('Enter');
      await expect(tiles).toHaveCount(1);
      await expect(page.getByText(labels.restored(3))).toBeVisible();
      await expect(bar).toHaveCount(0);
      await expect(page.getByRole('button', { name: labels.nameRestore(prompts[0] ?? '') })).toBeFocused();
      for (const id of ids.slice(1))
        await expect.poll(async () => (await page.request.get(`/api/generations/${id}`)).status()).toBe(200);

      const headers = originHeaders();
      await page.request.post('/api/library/trash', { headers, data: { ids: ids.slice(2) } });
      await page.reload();
      await expect(tiles).toHaveCount(3);
      await box(0).check();
      await bar.getByRole('button', { name: labels.all }).click();
      await expect(bar).toContainText(labels.selected(3));
      await bar.getByRole('button', { name: labels.remove }).click();
      const question = page.getByRole('dialog', { name: labels.question(3) });
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(tiles).toHaveCount(3);
      // Two of them, by the key.
      await box(2).uncheck();
      await box(0).press('Delete');
      await page
        .getByRole('dialog', { name: labels.question(2) })
        .getByRole('button', { name: labels.remove })
        .click();
      await expect(tiles).toHaveCount(1);
      await expect(tiles.locator('h2')).toHaveText([prompts[2] ?? '']);
      await expect(page.getByRole('button', { name: labels.nameRestore(prompts[2] ?? '') })).toBeFocused();
      const left = async () => (await (await page.request.get('/api/trash')).json()) as { total: number };
      await expect.poll(left).toMatchObject({ total: 1 });
    });
  });
}

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the trash asks for a sign-in', { tag: '@each-rule' }, async ({ page }) => {
    await page.goto('/creator/trash');
    await expect(page.getByText('Sign in to see your trash')).toBeVisible();
    await expectAccessible(page);
  });
});
