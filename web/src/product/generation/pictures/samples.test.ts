import { kinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import english from '../../../locales/en/samples.json' with { type: 'json' };
import { samples } from './samples.build.ts';

const words: Readonly<Record<string, unknown>> = english;

it('forms whose task is their own have samples of that task, and none of edits', () => {
  const edits = (samples['image-image'] ?? []).map(({ id }) => id);
  const tasks = [
    'image/upscale',
    'image/remove-background',
    'video/topaz-upscale-video',
    'audio/music',
    'audio/sound-effects',
    'audio/text-to-speech',
  ];
  for (const path of tasks) {
    expect(
      kinds.some(({ menu }) => menu.path === path),
      path,
    ).toBe(true);
    const ids = (samples[path] ?? []).map(({ id }) => id);
    expect(ids, path).toHaveLength(3);
    expect(ids.filter((id) => edits.includes(id))).toEqual([]);
  }
});

it('samples of music, effects and speech can be heard, and all others are shown', () => {
  for (const [group, members] of Object.entries(samples))
    for (const { id, pictureUrl, soundUrl } of members) {
      expect(words, id).toHaveProperty(id);
      expect(Boolean(soundUrl), id).toBe(
        ['audio/music', 'audio/sound-effects', 'audio/text-to-speech'].includes(group),
      );
      expect(Boolean(pictureUrl), id).toBe(!soundUrl);
    }
});
