import { readFile } from 'node:fs/promises';
import { recipeLabel } from '@atelier/contract';
import { expect, test, uniquePrompt } from './creator.ts';

test('a download has the settings in it until the user turns that off on the account page', async ({
  page,
  creator,
}) => {
  await page.goto('/creator/image/text-to-image');
  const prompt = uniquePrompt('A signed lantern');
  const card = await creator.generate(prompt);
  const link = card.getByRole('link', { name: /^Download/ }).first();
  await expect(link).toBeVisible();
  const download = async () => {
    const [started] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return { name: started.suggestedFilename(), bytes: await readFile(await started.path()) };
  };
  const withSettings = await download();
  expect(withSettings.name).toMatch(/^a-signed-lantern-.*\.(jpg|png|webp)$/);
  expect(withSettings.bytes.includes(recipeLabel)).toBe(true);
  expect(withSettings.bytes.includes(prompt)).toBe(true);

  await page.goto('/verify');
  const file = { name: withSettings.name, mimeType: '', buffer: withSettings.bytes };
  await page.getByLabel('File to verify').setInputFiles(file);
  await expect(page.getByText('Signed by this site')).toBeVisible();

  await page.goto('/account');
  const shared = page.getByRole('switch', { name: /files that others download from my shared pages/ });
  await expect(shared).toBeEnabled();
  await expect(shared).not.toBeChecked();
  const choice = page.getByRole('switch', { name: 'Include settings in files that I download' });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await page.reload();
  await expect(choice).toBeEnabled();
  await expect(choice).not.toBeChecked();

  await page.goto('/creator/history/image');
  const row = page.getByRole('article').filter({ hasText: prompt });
  await row.hover();
  const [started] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).click(),
  ]);
  const without = await readFile(await started.path());
  expect(without.includes('c2pa')).toBe(true);
  expect([without.includes(recipeLabel), without.includes(prompt)]).toEqual([false, false]);
});
