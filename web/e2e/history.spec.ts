import { expect, test, uniquePrompt } from './creator.ts';

test('the history finds a video by its prompt, shows its details, and restores the form from it', async ({
  page,
  creator,
}) => {
  await creator.open();
  const prompt = uniquePrompt('Paper cranes over 东京');
  await creator.ratio.selectOption('9:16');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();

  await page.goto('/creator/history/video');
  await page.getByRole('searchbox', { name: 'Search your videos by prompt' }).fill(prompt.slice(-8));
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('1 video found')).toBeVisible();
  const row = page.getByRole('article');
  await expect(row).toHaveCount(1);

  // A tile shows its actions while the pointer is over it.
  await row.hover();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^paper-cranes-over-东京-[0-9a-f]+-\d{4}-\d{2}-\d{2}\.mp4$/);

  await row.getByRole('link', { name: prompt, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Video details' });
  await expect(dialog.locator('video')).toBeVisible();
  await dialog.locator('summary', { hasText: 'All settings' }).click();
  for (const fact of ['9:16', '580p', 'Wan 2.1', '300 credits']) {
    await expect(dialog).toContainText(fact);
  }
  await dialog.getByRole('link', { name: /^Regenerate/ }).click();
  await expect(page).toHaveURL(/\/creator\/video\/text-to-video/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.ratio).toHaveValue('9:16');
});

test('a video moves to the trash at once, also when the user leaves the page, and back with undo', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A kettle on a stove');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();

  await page.goto('/creator/history/video');
  const row = page.getByRole('article').filter({ hasText: prompt });
  const deleteRow = async () => {
    await row.hover();
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row).toBeHidden();
    // The next row, or the line above the rows where there is none: never nowhere.
    await expect(page.locator(':focus')).toHaveCount(1);
  };
  await deleteRow();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await deleteRow();
  await page.goto(`/creator/history/video?search=${prompt.slice(-8)}`);
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
});

test('the history keeps its rows when the next page cannot be loaded, and offers to try again', {
  tag: '@faults',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response 500 GET \/api\/library\?/);
  await creator.open();
  const prompt = uniquePrompt('Rain on a tin roof', 'fail');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible();
  await page.goto('/creator/history/video?viewMode=list');
  const row = page.getByRole('row').filter({ hasText: prompt });
  await expect(row).toContainText('The model');
  await expect(row).toContainText('300 back');

  await page.route('**/api/library?**', (route) => route.fulfill({ status: 500, json: {} }));
  const search = page.getByRole('searchbox');
  await search.fill(prompt.slice(0, 18));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' });
  await expect(alert).toBeVisible();
  await expect(row).toBeVisible();
  await page.unroute('**/api/library?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/found$/)).toBeVisible();
  await expect(alert).toBeHidden();
});

test('an unknown type lists the parts of the library', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/creator/history/sculpture');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pick a part of the library');
  await page
    .getByRole('navigation', { name: 'Parts of the library' })
    .getByRole('link', { name: 'Videos' })
    .click();
  await expect(page).toHaveURL(/\/creator\/history\/video$/);
});

test.describe('a visitor who is not signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sees an invitation to sign in instead of a history', { tag: '@each-rule' }, async ({ page }) => {
    await page.goto('/creator/history/video');
    await expect(page.getByText('Sign in to see your library')).toBeVisible();
  });
});

test('every part of the library leads to the others, and the menu marks the library', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/history/image');
  const types = page.getByRole('navigation', { name: 'Parts of the library' });
  await expect(types.getByRole('link')).toHaveText([/^All/, /^Videos/, /^Images/, /^Answers/, /^Sounds/]);
  await expect(types.getByRole('link', { name: /^Images/ })).toHaveAttribute('aria-current', 'page');
  await types.getByRole('link', { name: /^Sounds/ }).click();
  await expect(page).toHaveURL(/\/creator\/history\/audio$/);
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Library' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await entry.click();
  await expect(page).toHaveURL(/\/creator\/history$/);
});

test('the video of a generation zooms in steps of a quarter', { tag: '@each-page' }, async ({
  page,
  creator,
}) => {
  await creator.open();
  const prompt = uniquePrompt('A lighthouse at dusk');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();
  await creator.choose(card);
  const dialog = page.getByRole('dialog');
  const width = () => dialog.locator('video').evaluate((video) => video.clientWidth);
  // The stage is laid out once its generation has been read.
  await expect.poll(width).toBeGreaterThan(0);
  const before = await width();
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect(dialog.getByText('125 %')).toBeVisible();
  await expect.poll(width).toBeGreaterThan(before);
  for (let step = 0; step < 4; step += 1) await dialog.getByRole('button', { name: 'Zoom out' }).click();
  await expect(dialog.getByText('25 %', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to 100 %' }).click();
  await expect(dialog.getByText('100 %', { exact: true })).toBeVisible();

  await page.goto('/creator/history/video?page=99');
  await expect(page.getByRole('main').getByRole('row').last()).toBeVisible();
  // The last page that there is: the account of these tests may have one or more of them by now.
  await expect(page).not.toHaveURL(/page=99/);
  await expect(page.getByText(/^Page 99 of/)).toHaveCount(0);
});
