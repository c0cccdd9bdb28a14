import { expect, test } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('a text is read aloud in a chosen voice, and its length decides the price on the button', async ({
  page,
}) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await page.goto('/creator/audio/text-to-speech');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const generate = (credits: number) => page.getByRole('button', { name: `Generate · ${credits} credits` });
  await expect(generate(5)).toBeVisible();
  await text.fill('a'.repeat(1_001));
  await expect(generate(55)).toBeVisible();

  await test.step('a text that is too long is refused where it stands, and nothing is charged', async () => {
    await text.fill('a'.repeat(5_001));
    await page.getByRole('button', { name: /^Generate · / }).click();
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('5001 / 5000')).toBeVisible();
    const { credits } = await (await page.request.get('/api/user/info')).json();
    expect(credits.left_credits).toBe(1_000);
  });

  const words = 'The last ferry left at nine. '.repeat(8).trim();
  await text.fill(words);
  await page.getByRole('button', { name: 'All 21 voices' }).click();
  await page.getByRole('radio', { name: 'George', exact: true }).check();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('English');
  await generate(15).click();
  const stage = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 60_000 });
  await stage.locator('summary', { hasText: 'Details' }).click();
  await expect(stage).toContainText('George');
  await expect
    .poll(async () => (await (await page.request.get('/api/user/info')).json()).credits.left_credits)
    .toBe(985);

  await test.step('what is said is shown below the waveform while it is said', async () => {
    const { data } = await (await page.request.get('/api/library?medium=audio')).json();
    await page.goto(`/creator/history/audio?view=${data[0].id}`);
    const viewer = page.getByRole('dialog').first();
    const caption = viewer.locator('[data-caption]');
    await expect(caption).toBeAttached();
    await viewer.locator('audio').evaluate((element: HTMLAudioElement) => {
      element.loop = true;
    });
    await viewer.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect(caption).toContainText('The last ferry left at nine.');
  });
});

test('the calculator prices a text by its characters, and speech by how long it takes to say', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/pricing?kind=text-to-speech');
  const sum = page.locator('output').first();
  await expect(sum).toContainText('5 credits');
  await page.getByRole('spinbutton', { name: 'Characters' }).fill('2000');
  await expect(sum).toContainText('100 credits');
  const row = page.getByRole('row', { name: /^ElevenLabs v3/ });
  await expect(row.getByRole('cell').first()).toContainText('5');
});
