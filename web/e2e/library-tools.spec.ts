import { ageGenerations } from '@atelier/dev-stack/age-generations';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { newWord, promptsWith, submitImages } from './make-images.ts';
import { originHeaders, submit, waitForEnds } from './own-requests.ts';
import { readZip } from './read-zip.ts';

const languages = [
  {
    locale: 'en-US',
    found: (count: number) => (count === 1 ? '1 work found' : `${count} works found`),
    size: 'Size of the pictures',
    day: 'Day',
    filters: 'Filters',
    kind: 'Made with',
    until: 'To',
    date: 'Date',
    textToVideo: /^Text to video \d/,
    removeFilter: /: remove this filter$/,
    clearFilters: 'Clear all',
    select: 'Select: ',
    bar: 'Selected works',
    selected: (count: number) => `${count} selected`,
    all: 'Select all',
    tag: 'Tag',
    addTag: 'Add a tag',
    removeTag: (tag: string) => `Remove the tag ${tag}`,
    project: 'Project',
    movedTo: (count: number, name: string) => `Moved ${count} works to ${name}`,
    download: 'Download',
    delete: 'Delete',
    pages: ['Projects', 'Batches', 'Trash'],
  },
  {
    locale: 'zh-CN',
    found: (count: number) => `找到 ${count} 个作品`,
    size: '图片大小',
    day: '日期',
    filters: '筛选',
    kind: '生成方式',
    until: '结束日期',
    date: '日期',
    textToVideo: /^文字生成视频 \d/,
    removeFilter: /：移除此条件$/,
    clearFilters: '清除全部',
    select: '选择：',
    bar: '已选择的作品',
    selected: (count: number) => `已选 ${count} 个`,
    all: '全选',
    tag: '标签',
    addTag: '添加标签',
    removeTag: (tag: string) => `移除标签“${tag}”`,
    project: '项目',
    movedTo: (count: number, name: string) => `已将 ${count} 个作品移到 ${name}`,
    download: '下载',
    delete: '删除',
    pages: ['项目', '批次', '回收站'],
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

/** Six images, a video and a sound of one word. Four images are of other days: of three, forty and forty-one days ago. */
async function makeGenerations(page: Page) {
  const word = newWord();
  const [first = '', second = '', ...others] = promptsWith(word, 8);
  const images = await submitImages(page, others);
  const video = await submit(page, '/api/wan/createVideo', {
    video_generation_type: 'text-to-video',
    prompt: first,
  });
  await waitForEnds(page);
  const made = await (await page.request.get(`/api/generations/${video}`)).json();
  const [{ url }] = made.generation.outputs;
  await submit(page, '/api/wan/createAudio', { video_url: url, prompt: second });
  await waitForEnds(page);
  const [oldest = '', older = '', old = '', recent = ''] = images;
  await ageGenerations(String(process.env.E2E_DATABASE_URL), {
    [oldest]: 41,
    [older]: 40,
    [old]: 40,
    [recent]: 3,
  });
  return { word, video: first, sound: second, images: others };
}

/** How many generations of the user match. */
async function countEntries(page: Page, query: Record<string, string>): Promise<number> {
  const reply = await page.request.get(`/api/library?${new URLSearchParams({ ...query, page: '1' })}`);
  return ((await reply.json()) as { total: number }).total;
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('pictures keep the size that was chosen, days lead to their generations, and filters narrow them', {
      tag: '@each-rule',
    }, async ({ page }) => {
      test.setTimeout(300_000);
      const { word, video, sound, images } = await makeGenerations(page);
      const [oldest = ''] = images;
      await page.setViewportSize({ width: 1100, height: 560 });
      await page.goto(`/creator/history?search=${word}`);
      await expect(page.getByText(labels.found(8))).toBeVisible();
      const tile = (name: string): Locator => page.getByRole('article', { name, exact: true });

      await test.step('the size of the pictures', async () => {
        const size = page.getByRole('slider', { name: labels.size });
        const measureHeight = async () => (await tile(video).boundingBox())?.height ?? 0;
        await expect(tile(video)).toBeVisible();
        const before = await measureHeight();
        await size.press('End');
        await expect(size).toHaveValue('384');
        await page.reload();
        await expect(size).toHaveValue('384');
        await expect(tile(video)).toBeVisible();
        await expect.poll(measureHeight).toBeGreaterThan(before * 1.3);
      });

      await test.step('the days along the edge, by keys and by pointer', async () => {
        const days = page.getByRole('slider', { name: labels.day });
        await days.press('End');
        await expect(tile(oldest)).toBeInViewport();
        await expect(tile(sound)).not.toBeInViewport();
        const last = Number(await days.getAttribute('aria-valuenow'));
        expect(last).toBeGreaterThan(0);
        await days.press('Home');
        await expect(days).toHaveAttribute('aria-valuenow', '0');
        await expect(tile(oldest)).not.toBeInViewport();
        await expect(tile(sound)).toBeInViewport();
        // Each press leads on, also past days that share a row.
        for (let now = 0; now < last; ) {
          await days.press('ArrowDown');
          const seen = now;
          await expect
            .poll(async () => Number(await days.getAttribute('aria-valuenow')))
            .toBeGreaterThan(seen);
          now = Number(await days.getAttribute('aria-valuenow'));
        }
        await days.press('PageUp');
        await expect.poll(async () => Number(await days.getAttribute('aria-valuenow'))).toBeLessThan(last);
        const box = await days.boundingBox();
        if (!box) throw new Error('The days are not shown');
        await page.mouse.move(box.x + box.width / 2, box.y + 2);
        await page.mouse.down();
        await expect(tile(sound)).toBeInViewport();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2, { steps: 5 });
        await page.mouse.up();
        await expect(tile(oldest)).toBeInViewport();
        await expectAccessible(page, 'the days');
      });

      await test.step('the filters', async () => {
        const filters = page.getByRole('group', { name: labels.filters });
        await filters.getByRole('button', { name: new RegExp(`^${labels.kind}`) }).click();
        await page.getByRole('checkbox', { name: labels.textToVideo }).check();
        await expect(page.getByText(labels.found(1))).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(tile(video)).toBeVisible();
        await page.getByRole('button', { name: labels.removeFilter }).click();
        await expect(page.getByText(labels.found(8))).toBeVisible();
        await filters.getByRole('button', { name: labels.date, exact: true }).click();
        const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
        await page.getByLabel(labels.until, { exact: true }).fill(monthAgo);
        await expect(page.getByText(labels.found(3))).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`dateEnd=${monthAgo}`));
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: labels.clearFilters }).click();
        await expect(page.getByText(labels.found(8))).toBeVisible();
        await page.keyboard.press('/');
        await expect(page.getByRole('searchbox')).toBeFocused();
      });
    });

    test('generations of every medium are tagged, moved, downloaded and deleted together', async ({
      page,
    }) => {
      test.setTimeout(300_000);
      const { word, video } = await makeGenerations(page);
      const name = `P${word}`;
      const project = await page.request.post('/api/projects', { data: { name }, headers: originHeaders() });
      const { id } = ((await project.json()) as { project: { id: string } }).project;
      await page.goto(`/creator/history?search=${word}`);
      await page.getByRole('checkbox', { name: labels.select + video }).check();
      const bar = page.getByRole('region', { name: labels.bar });
      await bar.getByRole('button', { name: labels.all }).click();
      await expect(bar).toContainText(labels.selected(8));

      const tags = page.getByRole('dialog');
      await bar.getByRole('button', { name: labels.tag, exact: true }).click();
      await tags.getByLabel(labels.addTag).fill(`${word}-sea`);
      await page.keyboard.press('Enter');
      await expect(tags.getByRole('button', { name: labels.removeTag(`${word}-sea`) })).toBeVisible();
      await expectAccessible(page, 'the tags of a selection');
      await page.keyboard.press('Escape');
      await expect.poll(() => countEntries(page, { tag: `${word}-sea` })).toBe(8);
      await bar.getByRole('button', { name: labels.tag, exact: true }).click();
      await tags.getByRole('button', { name: labels.removeTag(`${word}-sea`) }).click();
      await expect.poll(() => countEntries(page, { tag: `${word}-sea` })).toBe(0);
      await page.keyboard.press('Escape');

      await bar.getByRole('button', { name: labels.project }).click();
      await bar.getByRole('menuitem', { name }).click();
      await expect(page.getByText(labels.movedTo(8, name))).toBeVisible();
      expect(await countEntries(page, { project: id })).toBe(8);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        bar.getByRole('button', { name: labels.download }).click(),
      ]);
      const files = [...(await readZip(await download.path())).keys()];
      const endings = files.filter((file) => file !== 'manifest.json').map((file) => file.split('.').at(-1));
      expect(endings).toHaveLength(8);
      expect(endings.filter((ending) => ending === 'mp4')).toHaveLength(1);
      expect(endings.filter((ending) => ending === 'wav' || ending === 'mp3')).toHaveLength(1);

      await bar.getByRole('button', { name: labels.delete, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: labels.delete, exact: true }).click();
      await expect(page.getByRole('article')).toHaveCount(0);
      await expect.poll(() => countEntries(page, { search: word })).toBe(0);
      await page.request.delete(`/api/projects/${id}`, { headers: originHeaders() });
    });
  });

  test.describe(`on a phone, in ${labels.locale}`, () => {
    test.use({ locale: labels.locale, viewport: { width: 360, height: 740 } });

    test('the size of the pictures and the other pages of the library are in reach', {
      tag: '@each-device',
    }, async ({ page }) => {
      await page.goto('/creator/history');
      for (const name of labels.pages) {
        const link = page.getByRole('main').getByRole('link', { name, exact: true });
        // The line scrolls itself once, to the page that is open.
        await expect(async () => {
          await link.scrollIntoViewIfNeeded();
          await expect(link).toBeInViewport({ timeout: 500 });
        }).toPass();
      }
      const size = page.getByRole('slider', { name: labels.size });
      await expect(size).toBeHidden();
      await page.getByRole('button', { name: labels.size }).click();
      await size.press('Home');
      await expect(size).toHaveValue('112');
      await expectAccessible(page, 'the size of the pictures on a phone');
    });
  });
}
