import { expect, test } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/** A tone of eight seconds, which is not silent: the local model says as much as there is time for. */
function makeTone(): Buffer {
  const [rate, seconds] = [8_000, 8];
  const sound = Buffer.alloc(44 + rate * seconds * 2);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(sound.length - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(rate, 24);
  sound.writeUInt32LE(rate * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(rate * seconds * 2, 40);
  for (let place = 0; place < rate * seconds; place += 1)
    sound.writeInt16LE(Math.round(8_000 * Math.sin(place / 3)), 44 + place * 2);
  return sound;
}

test('a sound is transcribed with times and speakers, and downloaded as captions', async ({ page }) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await page.goto('/creator/transcription');
  await expect(page.getByRole('button', { name: 'Transcribe · 40 credits' })).toBeVisible();
  await page
    .locator('input[type=file][name=audio_url]')
    .setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: makeTone() });
  await page.getByRole('combobox', { name: 'Source up to' }).selectOption('60');
  const transcribe = page.getByRole('button', { name: 'Transcribe · 5 credits' });
  await expect(transcribe).toBeEnabled();
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
