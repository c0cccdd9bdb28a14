import { expect, test } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { type FixtureFile, toneFile } from './upload-fixtures.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('a sound is transcribed with times and speakers, and downloaded as captions', async ({ page }) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await page.goto('/creator/transcription');
  await expect(page.getByRole('button', { name: 'Transcribe · 40 credits' })).toBeVisible();
  await page.locator('input[type=file][name=audio_url]').setInputFiles(toneFile('talk.wav', 8));
  await expect(page.getByText('The file is 0:08 long: up to 60 s are chosen and paid for.')).toBeVisible();
  const limit = page.getByRole('combobox', { name: 'Source up to' });
  await expect(limit).toHaveValue('60');
  const transcribe = page.getByRole('button', { name: 'Transcribe · 5 credits' });
  await expect(transcribe).toBeEnabled();

  await test.step('another choice stays, and one that is too short for a longer file is said at once', async () => {
    const replaceSound = async (file: FixtureFile) => {
      // A toast lies upon it for a while.
      await page.getByRole('button', { name: /^Remove: / }).press('Enter');
      await page.locator('input[type=file][name=audio_url]').setInputFiles(file);
    };
    await limit.selectOption('300');
    await expect(limit).toHaveValue('300');
    await replaceSound(toneFile('long.wav', 70));
    await expect(page.getByText('The file is 1:10 long: up to 300 s')).toBeVisible();
    await limit.selectOption('60');
    await expect(page.getByText('The file is 1:10 long, but only 60 s are chosen.')).toBeVisible();
    await replaceSound(toneFile('talk.wav', 8));
    await expect(page.getByText('The file is 0:08 long: up to 60 s')).toBeVisible();
  });
  await transcribe.click();
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await expect(transcript).toContainText('This is the local preview of a transcript', { timeout: 60_000 });
  await expect(transcript).toContainText('Speaker 2');
  await expect(transcript.getByRole('button', { name: 'Play from 0:00' })).toBeVisible();
  const address = await page.getByRole('link', { name: 'Download as SRT' }).getAttribute('href');
  expect(await (await page.request.get(address ?? '')).text()).toMatch(/^1\n00:00:00,200 --> /);
  const { credits } = await (await page.request.get('/api/user/info')).json();
  expect(credits.left_credits).toBe(995);

  await page.reload();
  await expect(transcript).toContainText('Speaker 2');
});
