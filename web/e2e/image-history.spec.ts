import type { Locator, Page } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord, promptsWith, submitImages } from './make-images.ts';
import { readZip } from './read-zip.ts';

const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link') });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected works' });
const box = (page: Page, prompt: string): Locator =>
  page.getByRole('checkbox', { name: `Select: ${prompt}`, exact: true });

async function openHistory(page: Page, query: Record<string, string> = {}): Promise<void> {
  await page.goto(`/creator/history/image?${new URLSearchParams(query)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Image library');
}

test('a user filters many images, selects over two pages, marks favorites, downloads a zip, and deletes with undo', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const word = newWord();
  // Two pages need 21 generations; most of them fail, which costs no work on files.
  const pictured = [1, 2, 21, 22];
  const prompts = promptsWith(word, 22).map((prompt, index) =>
    pictured.includes(index + 1) ? prompt : `${prompt} [fail]`,
  );
  await makeImages(page, prompts);
  await openHistory(page, { search: word, viewMode: 'list' });
  await expect(page.getByText('22 works found')).toBeVisible();

  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('checkbox', { name: /^FLUX schnell \d+$/ }).check();
  await page.keyboard.press('Escape');
  await expect(filters.getByRole('button', { name: /^Model FLUX schnell \d+$/ })).toBeVisible();
  await filters.getByRole('button', { name: /^Size/ }).click();
  await page.getByRole('checkbox', { name: /^512 × 512 Square/ }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/model=flux-schnell&size=512x512/);
  await expect(page.getByRole('button', { name: '512 × 512 Square: remove this filter' })).toBeVisible();
  await expect(page.getByText('22 works found')).toBeVisible();

  await box(page, `Harbour 22 ${word}`).check();
  await bar(page).getByRole('button', { name: 'Select all on this page' }).click();
  await expect(bar(page)).toContainText('20 selected');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await box(page, `Harbour 2 ${word}`).click();
  await box(page, `Harbour 1 ${word}`).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('22 selected');

  await bar(page).getByRole('button', { name: 'Favorite', exact: true }).click();
  await expect(bar(page).getByRole('button', { name: 'Unfavorite' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Unfavorite: Harbour 1 ${word}` })).toBeVisible();

  await bar(page).getByRole('button', { name: 'File format' }).click();
  await bar(page).getByRole('menuitemradio', { name: 'PNG' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^images_[\w-]+\.zip$/);
  const files = await readZip(await download.path());
  const pictures = [...files].filter(([name]) => name !== 'manifest.json');
  expect(pictures).toHaveLength(pictured.length);
  for (const [name, bytes] of pictures) {
    expect(name).toMatch(new RegExp(`_Harbour-\\d+-${word}_.*\\.png$`));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
  const manifest = JSON.parse(String(files.get('manifest.json')));
  const listed = manifest.files.map((image: { prompt: string }) => image.prompt);
  expect(listed.sort()).toEqual(pictured.map((place) => `Harbour ${place} ${word}`).sort());
  expect(manifest.missing).toHaveLength(prompts.length - pictured.length);

  const deleteSelected = async (count: number) => {
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /^Delete/ });
    await expect(question).toHaveAccessibleName(count === 1 ? 'Delete this work?' : `Delete ${count} works?`);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(bar(page)).toBeHidden();
  };
  await deleteSelected(22);
  await expect(rows(page)).toHaveCount(0);
  // The page that was left empty leads to the first one.
  await expect(page).not.toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('22 works found')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(2);

  await box(page, `Harbour 1 ${word}`).check();
  await deleteSelected(1);
  await openHistory(page, { search: word, onlyFavorites: 'true' });
  await expect(page.getByText('21 works found')).toBeVisible();
});

test('a user goes through generations and their images, zooms and closes with the keyboard alone', {
  tag: '@each-page',
}, async ({ page }) => {
  const word = newWord();
  await makeImages(page, promptsWith(word, 2), { num_images: 2 });
  await openHistory(page, { search: word });
  const tile = page.getByRole('link', { name: `Harbour 2 ${word}`, exact: true });
  await expect(tile).toBeVisible();
  await tile.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('Image 1 of 2')).toBeVisible();
  await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('Image 2 of 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(viewer.getByText('Image 1 of 2')).toBeVisible();
  await expect(viewer.getByRole('heading', { level: 2 })).toHaveText(`Harbour 1 ${word}`);
  // The end of the list: it goes round.
  await page.keyboard.press('ArrowDown');
  await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(viewer.getByText('Image 1 of 2')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(viewer.getByText('Image 2 of 2')).toBeVisible();
  await page.keyboard.press('+');
  await expect(viewer.getByText('125 %')).toBeVisible();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('-');
  await expect(viewer.getByText('25 %', { exact: true })).toBeVisible();
  await page.keyboard.press('0');
  await expect(viewer.getByText('100 %', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(tile).toBeFocused();
});

test('a user marks a generation as a favorite, tags it, finds it by its tag, and restores the form from it', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  const word = newWord();
  const [prompt = ''] = promptsWith(word, 1);
  await makeImages(page, [prompt], { image_size: 'landscape_4_3' });
  await openHistory(page, { search: word, viewMode: 'list' });
  const row = rows(page);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('1024 × 768');
  await row.getByRole('button', { name: `Favorite: ${prompt}` }).click();
  await expect(row.getByRole('button', { name: `Unfavorite: ${prompt}` })).toBeVisible();

  await page.getByRole('checkbox', { name: `Select: ${prompt}` }).check();
  await bar(page).getByRole('button', { name: 'Tag', exact: true }).click();
  const tags = page.getByRole('dialog', { name: 'Tags' });
  await tags.getByLabel('Add a tag').fill(`${word}, sea`);
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('button', { name: 'Remove the tag sea' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openHistory(page, { tags: word });
  await expect(page.getByText('1 work found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/creator\/history\/image$/);

  await openHistory(page, { search: word });
  await page.getByRole('link', { name: prompt, exact: true }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('region', { name: 'Details' })).toContainText('FLUX schnell');
  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  await viewer.getByRole('menuitem', { name: /^Regenerate/ }).click();
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(page.locator('input[name=image_size]:checked')).toHaveValue('landscape_4_3');
});

test('the history keeps its rows when the next ones cannot be loaded, and offers to try again', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/^response 500 GET \/api\/library\?/);
  const prompt = uniquePrompt('Lighthouse', 'fail');
  await makeImages(page, [prompt]);
  await openHistory(page, { viewMode: 'list' });
  const tile = page.getByRole('row').filter({ hasText: prompt });
  await expect(tile).toContainText('Failed');
  await expect(tile).toContainText('8 back');

  await page.route('**/api/library?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('searchbox').fill(prompt.slice(0, 15));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' });
  await expect(alert).toBeVisible();
  await expect(tile).toBeVisible();
  await page.unroute('**/api/library?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/found$/)).toBeVisible();
  await expect(alert).toBeHidden();
});

test('a running generation is a row of the list, which can be cancelled', {
  tag: '@each-page',
}, async ({ page }) => {
  await openHistory(page, { viewMode: 'list' });
  const prompt = uniquePrompt('A slow tide', 'stuck');
  await submitImages(page, [prompt]);
  const row = page.getByRole('row').filter({ hasText: prompt });
  await expect(row.getByRole('progressbar')).toBeVisible();
  await row.getByRole('button', { name: /^Cancel/ }).click();
  await expect(row).toContainText('Cancelled');
  await expect(row.getByRole('progressbar')).toHaveCount(0);
});

test.describe('a user without any images', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sees a link to the form, or to all images while filters are set', { tag: '@each-rule' }, async ({
    page,
    signIn,
  }) => {
    await signIn(`empty-${crypto.randomUUID()}@example.com`, '/creator/history/image?model=none');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Show all images' }).click();
    await expect(page.getByText('Your first image starts with one sentence')).toBeVisible();
    await page.getByRole('link', { name: 'Make an image' }).click();
    await expect(page).toHaveURL(/\/creator\/image\/text-to-image/);
  });
});

test('a selection of failed generations says that it has no file to download, and requests no zip', {
  tag: '@each-rule',
}, async ({ page }) => {
  const word = newWord();
  const prompts = promptsWith(word, 2).map((prompt) => `${prompt} [fail]`);
  await makeImages(page, prompts);
  const zips: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/download')) zips.push(request.url());
  });
  await openHistory(page, { search: word, viewMode: 'list' });
  for (const prompt of prompts) await box(page, prompt).check();
  await bar(page).getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('The selection has no files to download.')).toBeVisible();
  expect(zips).toEqual([]);
  await expect(bar(page)).toContainText('2 selected');
});

const refusedDownloads = [
  {
    locale: 'en',
    download: 'Download',
    words: {
      download_running: 'Your last download is still running. Start the next one when it is done.',
      download_too_large:
        'These files exceed 50 GB in total. Select fewer and download them in several zips.',
    },
  },
  {
    locale: 'zh-CN',
    download: '下载',
    words: {
      download_running: '上一个下载尚未完成，请稍候。',
      download_too_large: '所选文件合计超过 50 GB，请分几次下载。',
    },
  },
];

for (const { locale, download, words } of refusedDownloads) {
  test.describe(`a refused zip, in ${locale}`, () => {
    test.use({ locale });

    test('is explained, and what was selected stays selected', { tag: '@each-page' }, async ({
      page,
      problems,
    }) => {
      problems.allow(/^response 4\d\d POST \/api\/library\/download/);
      const word = newWord();
      await makeImages(page, promptsWith(word, 1));
      await page.goto(`/creator/history/image?search=${word}`);
      await page.getByRole('checkbox', { name: `Harbour 1 ${word}` }).check();
      for (const [code, text] of Object.entries(words)) {
        await page.route('**/api/library/download', (route) =>
          route.fulfill({
            status: code === 'download_running' ? 429 : 413,
            json: { success: false, error: 'no', message: 'no', code },
          }),
        );
        await page.getByRole('button', { name: download, exact: true }).click();
        await expect(page.getByText(text)).toBeVisible();
        await expect(page.getByRole('checkbox', { name: `Harbour 1 ${word}` })).toBeChecked();
      }
    });
  });
}
