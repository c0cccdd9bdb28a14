import { Creator, expect, test, uniquePrompt } from './creator.ts';

test('shows a running generation again after a reload', async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A heron in the reeds', 'slow');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('progressbar')).toBeVisible();
  // Cancel appears once the server has answered, so the reload finds a stored generation.
  await expect(card.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await page.reload();
  await expect(card.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await expect(card.locator('video')).toBeVisible({ timeout: 45_000 });
});

test('shows the same generation in a second tab and pinned at the top of the history', async ({
  page,
  context,
  creator,
}) => {
  await creator.open();
  const second = new Creator(await context.newPage());
  await second.open();
  const history = await context.newPage();
  await history.goto('/creator/history/video');
  await expect(history.getByRole('heading', { level: 1 })).toBeVisible();

  const prompt = uniquePrompt('Two otters on a river', 'slow');
  await creator.generate(prompt);
  await expect(second.card(prompt).getByRole('progressbar')).toBeVisible();
  const pinned = history.getByRole('region', { name: 'In progress' }).getByRole('article', { name: prompt });
  await expect(pinned).toBeVisible();
  await expect(second.card(prompt).locator('video')).toBeVisible({ timeout: 45_000 });
  await expect(pinned).toBeHidden();
  await expect(history.getByRole('article').filter({ hasText: prompt })).toContainText('Done');
  await page.close();
});

test('releases the credits when a generation is cancelled', async ({ creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const card = await creator.generate(uniquePrompt('A long train in the desert', 'stuck'));
  await creator.expectCreditsLeft(before - 300);
  await card.getByRole('button', { name: 'Cancel · 300 credits back' }).click();
  await expect(card).toContainText('Cancelled');
  await expect(card).toContainText('Not charged: 300 credits returned');
  await creator.expectCreditsLeft(before);
});

test('says why a generation failed and that nothing was charged', async ({ creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const card = await creator.generate(uniquePrompt('A clock that melts', 'fail'));
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible({ timeout: 30_000 });
  await expect(card).toContainText('Not charged: 300 credits returned');
  await creator.expectCreditsLeft(before);
});

test('submits one generation on a double click', async ({ page, creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const prompt = uniquePrompt('A glass marble rolling downhill');
  await creator.prompt.fill(prompt);
  await creator.generateButton.dblclick();
  await expect(creator.card(prompt).locator('video')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('article', { name: prompt })).toHaveCount(1);
  await creator.expectCreditsLeft(before - 300);
});
