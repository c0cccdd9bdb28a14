import type { Page } from '@playwright/test';
import { type Creator, expect, test, uniquePrompt } from './creator.ts';
import { pngFile, toneFile } from './upload-fixtures.ts';

const face = pngFile('face.png', [200, 150, 120], 320);
const greeting = toneFile('greeting.wav', 4);

const fileField = (page: Page, name: string) => page.locator(`input[type=file][name=${name}]`);
const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });

/** Presses the button, waits for what is made and for its price to be taken. */
async function makeAt(creator: Creator, credits: number, medium: 'audio' | 'video'): Promise<string> {
  const { page } = creator;
  const before = await creator.creditsLeft();
  const shown = credits.toLocaleString('en-US');
  await page.getByRole('button', { name: new RegExp(` · ${shown} credits$`) }).click();
  await creator.expectCreditsLeft(before - credits);
  const made = preview(page).locator(medium).first();
  await expect(made).toBeAttached({ timeout: 60_000 });
  return (await made.getAttribute('src')) ?? '';
}

const sounds = [
  { kind: 'lyria-3', label: 'Prompt', credits: 20 },
  { kind: 'stable-audio-2-5', label: 'Prompt', credits: 100 },
  { kind: 'minimax-music-2-5', label: 'Prompt', credits: 75, lyrics: true },
  { kind: 'sonauto-2', label: 'Prompt', credits: 40, lyrics: true },
  { kind: 'xai-tts', label: 'Text', credits: 5 },
  { kind: 'gemini-3-1-flash-tts', label: 'Text', credits: 5 },
];

for (const { kind, label, credits, lyrics } of sounds)
  test(`the form of ${kind} makes a sound at its price`, {
    tag: kind === 'lyria-3' ? [] : '@each-kind',
  }, async ({ page, creator }) => {
    await page.goto(`/creator/audio/${kind}`);
    await page.getByRole('textbox', { name: label, exact: true }).fill(uniquePrompt('A lantern on the lake'));
    if (lyrics) await page.getByRole('textbox', { name: 'Lyrics' }).fill('[Verse]\nA lantern on the lake');
    await makeAt(creator, credits, 'audio');
  });

test('the lips of a picture and of a video follow a sound, for the length that it has', {
  tag: '@each-kind',
}, async ({ page, creator }) => {
  await page.goto('/creator/video/omnihuman-1-5');
  await fileField(page, 'image_url').setInputFiles(face);
  await fileField(page, 'audio_url').setInputFiles(greeting);
  const speaker = await makeAt(creator, 400, 'video');

  await page.goto(`/creator/video/sync-v2-lipsync?${new URLSearchParams({ video_url: speaker })}`);
  // The sound stays, from form to form.
  await expect(page.getByRole('button', { name: 'Remove: Speech' })).toBeVisible();
  await makeAt(creator, 125, 'video');
});

test('a video gets sound effects, and subtitles of what is said', { tag: '@each-kind' }, async ({
  page,
  creator,
}) => {
  await creator.open();
  const card = await creator.generate(uniquePrompt('A street in the rain'));
  const silent = (await card.locator('video').getAttribute('src')) ?? '';

  await page.goto(`/creator/video/sonilo-video-sound?${new URLSearchParams({ video_url: silent })}`);
  const sounding = await makeAt(creator, 45, 'video');

  await page.goto(`/creator/video/auto-subtitle?${new URLSearchParams({ video_url: sounding })}`);
  await page.getByRole('combobox', { name: 'Color of the word that is said' }).selectOption('Yellow');
  await makeAt(creator, 15, 'video');
});
