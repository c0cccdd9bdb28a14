import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeSound } from '@atelier/fal-emulator/media';
import { afterAll, expect, it } from 'vitest';
import { takeVoiceSamples } from './take-voice-samples.ts';
import { listVoices, makeVoiceSamples } from './voice-samples.ts';

const root = mkdtempSync(join(tmpdir(), 'voices-'));
afterAll(() => rmSync(root, { recursive: true }));
const makeFolder = () => mkdtempSync(join(root, 'from-'));
const addSound = (folder: string, name: string, seconds = 1) =>
  encodeSound(
    Float32Array.from({ length: seconds * 44_100 }, (_, at) => 0.5 * Math.sin(at / 20)),
    join(folder, name),
  );

const kindIds = listVoices().map(({ kindId }) => kindId);

it('each voice of each kind has a small sample, which none of its other voices has', async () => {
  expect(kindIds).toEqual([
    'text-to-speech',
    'eleven-turbo-v2-5',
    'minimax-speech-2-8-hd',
    'seed-speech-2',
    'xai-tts',
    'gemini-3-1-flash-tts',
  ]);
  const made = await makeVoiceSamples(join(root, 'none'));
  for (const { kindId, voices } of listVoices()) {
    const files = made.get(kindId) ?? new Map();
    expect([...files.keys()]).toEqual(voices);
    expect(new Set([...files.values()].map(({ url }) => url)).size).toBe(voices.length);
    for (const { path } of files.values()) expect(readFileSync(path).length).toBeLessThan(15_000);
  }
  expect(made.get('eleven-turbo-v2-5')).toEqual(made.get('text-to-speech'));
});

it('sounds of a folder become the samples of a kind, cut short, and its other voices have none', {
  tags: 'each-rule',
}, async () => {
  const [folder, target] = [makeFolder(), join(root, 'taken')];
  await addSound(folder, 'minimax-speech-2-8-hd.Wise Woman.m4a');
  await addSound(folder, 'minimax-speech-2-8-hd.deep_voice_man.M4A', 30);
  writeFileSync(join(folder, 'notes.txt'), 'no sound');
  const missing = await takeVoiceSamples(folder, target);
  expect(readdirSync(target).sort()).toEqual([
    'minimax-speech-2-8-hd.deep-voice-man.m4a',
    'minimax-speech-2-8-hd.wise-woman.m4a',
  ]);
  expect(missing).toHaveLength(15);
  expect(missing).toContain('minimax-speech-2-8-hd.Abbess');
  // Six seconds of the thirty, at 4 kB a second.
  expect(readFileSync(join(target, 'minimax-speech-2-8-hd.deep-voice-man.m4a')).length).toBeLessThan(35_000);

  const made = await makeVoiceSamples(target);
  expect([...(made.get('minimax-speech-2-8-hd')?.keys() ?? [])]).toEqual(['Wise Woman', 'Deep Voice Man']);
  expect(made.get('minimax-speech-2-8-hd')?.get('Wise Woman')?.url).toMatch(
    /^\/assets\/voice-minimax-speech-2-8-hd-wise-woman-[0-9a-f]{8}\.m4a$/,
  );
  expect(made.get('text-to-speech')?.size).toBe(21);
});

it('a folder that is missing, empty, or has a sound of no voice or one that cannot be read is refused', async () => {
  const [folder, target] = [makeFolder(), join(root, 'refused')];
  await expect(takeVoiceSamples(join(folder, 'gone'), target)).rejects.toThrow('There is no folder');
  await expect(takeVoiceSamples(folder, target)).rejects.toThrow('There is no sound in');
  await addSound(folder, 'text-to-speech.Rachel.m4a');
  await addSound(folder, 'text-to-speech.Nobody.m4a');
  await expect(takeVoiceSamples(folder, target)).rejects.toThrow('text-to-speech.Nobody.m4a');
  expect(readdirSync(root)).not.toContain('refused');
  rmSync(join(folder, 'text-to-speech.Nobody.m4a'));
  writeFileSync(join(folder, 'text-to-speech.Aria.mp3'), 'no sound at all');
  await expect(takeVoiceSamples(folder, target)).rejects.toThrow('text-to-speech.Aria.mp3');
});
