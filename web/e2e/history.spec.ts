import { expect, test, uniquePrompt } from './creator.ts';

test('finds a video by its prompt, shows its details, and restores the form from it', async ({
  page,
  creator,
}) => {
  await creator.open();
  const prompt = uniquePrompt('Paper cranes over 东京');
  await page.getByRole('radio', { name: '9:16' }).check();
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible({ timeout: 30_000 });

  await page.goto('/creator/history/video');
  await page.getByRole('searchbox', { name: 'Search your videos by prompt' }).fill(prompt.slice(-8));
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('1 video found')).toBeVisible();
  const row = page.getByRole('article');
  await expect(row).toHaveCount(1);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^paper-cranes-over-东京-[0-9a-f]+-\d{4}-\d{2}-\d{2}\.mp4$/);

  await row.getByRole('button', { name: prompt, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Video details' });
  await expect(dialog.locator('video')).toBeVisible();
  for (const fact of ['9:16', '480p', 'wan-t2v', 'Charged', '300 credits', 'Private']) {
    await expect(dialog).toContainText(fact);
  }
  await dialog.getByRole('link', { name: /^Regenerate/ }).click();
  await expect(page).toHaveURL(/\/creator\/video\/text-to-video/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked();
});

test('deletes a video after the undo time, or earlier when the user leaves the page', async ({
  page,
  creator,
}) => {
  await creator.open();
  const prompt = uniquePrompt('A kettle on a stove');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible({ timeout: 30_000 });

  await page.goto('/creator/history/video');
  const row = page.getByRole('article').filter({ hasText: prompt });
  const deleteRow = async () => {
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row).toBeHidden();
  };
  await deleteRow();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await deleteRow();
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await deleted;
  await page.goto(`/creator/history/video?search=${prompt.slice(-8)}`);
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
});

test('keeps the rows when the next page cannot be loaded, and offers to try again', async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 500 GET \/api\/video-generation\/history/);
  await creator.open();
  const prompt = uniquePrompt('Rain on a tin roof', 'fail');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible({ timeout: 30_000 });
  await page.goto('/creator/history/video');
  const row = page.getByRole('article').filter({ hasText: prompt });
  await expect(row).toContainText('Not charged: 300 credits returned');

  await page.route('**/api/video-generation/history?**', (route) => route.fulfill({ status: 500, json: {} }));
  const search = page.getByRole('searchbox');
  await search.fill(prompt.slice(0, 18));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' });
  await expect(alert).toBeVisible();
  await expect(row).toBeVisible();
  await page.unroute('**/api/video-generation/history?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/found$/)).toBeVisible();
  await expect(alert).toBeHidden();
});

test('lists the history types at an unknown type', async ({ page }) => {
  await page.goto('/creator/history/sculpture');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pick a history type');
  await page.getByRole('navigation', { name: 'History types' }).getByRole('link', { name: 'Videos' }).click();
  await expect(page).toHaveURL(/\/creator\/history\/video$/);
});

test.describe('a visitor who is not signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sees an invitation to sign in instead of a history', async ({ page }) => {
    await page.goto('/creator/history/video');
    await expect(page.getByText('Sign in to see your history')).toBeVisible();
  });
});
