import { Creator, expect, test, uniquePrompt } from './creator.ts';

test('brings a running job back after a reload', async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A heron in the reeds', 'slow');
  const job = await creator.generate(prompt);
  await expect(job.getByRole('progressbar')).toBeVisible();
  // The draft's id becomes the record's once the server has answered; before that a reload would lose nothing either.
  await expect(job.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await page.reload();
  await expect(job.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await expect(job.locator('video')).toBeVisible({ timeout: 45_000 });
});

test('shows the same job in a second tab, also pinned on top of the history', async ({
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
  await expect(second.job(prompt).getByRole('progressbar')).toBeVisible();
  const pinned = history.getByRole('region', { name: 'In progress' }).getByRole('article', { name: prompt });
  await expect(pinned).toBeVisible();
  await expect(second.job(prompt).locator('video')).toBeVisible({ timeout: 45_000 });
  await expect(pinned).toBeHidden();
  await expect(history.getByRole('article').filter({ hasText: prompt })).toContainText('Done');
  await page.close();
});

test('gives the credits back when a job is cancelled', async ({ creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const job = await creator.generate(uniquePrompt('A long train in the desert', 'stuck'));
  await creator.expectCreditsLeft(before - 300);
  await job.getByRole('button', { name: 'Cancel · 300 credits back' }).click();
  await expect(job).toContainText('Cancelled');
  await expect(job).toContainText('Not charged: 300 credits returned');
  await creator.expectCreditsLeft(before);
});

test('says why a job failed and that nothing was charged', async ({ creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const job = await creator.generate(uniquePrompt('A clock that melts', 'fail'));
  await expect(job.getByRole('heading', { name: 'Generation Failed' })).toBeVisible({ timeout: 30_000 });
  await expect(job).toContainText('Not charged: 300 credits returned');
  await creator.expectCreditsLeft(before);
});

test('makes one job of a double click', async ({ page, creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const prompt = uniquePrompt('A glass marble rolling downhill');
  await creator.prompt.fill(prompt);
  await creator.generateButton.dblclick();
  await expect(creator.job(prompt).locator('video')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('article', { name: prompt })).toHaveCount(1);
  await creator.expectCreditsLeft(before - 300);
});
