import { expect, it } from 'vitest';
import { kinds } from './kinds.ts';
import { libraryPath, media, selectFact } from './media.ts';

it.each(['libraryType', 'createPath', 'historyApiPath', 'webhookPath', 'folder'] as const)(
  'every medium has a %s of its own',
  (name) => {
    const values = Object.values(selectFact(name));
    expect(values).toHaveLength(media.length);
    expect(new Set(values).size).toBe(media.length);
  },
);

it('factOf leaves a fact undefined where a medium does not have it', () => {
  expect(selectFact('isSet')).toEqual({ video: undefined, image: true, audio: undefined, text: undefined });
});

it('libraryPath leads to the library that lists a medium', () => {
  expect(media.map(libraryPath)).toEqual([
    '/creator/history/video',
    '/creator/history/image',
    '/creator/history/audio',
    '/creator/history/image-understanding',
  ]);
});

it('a menu group is that of some kind of its medium', () => {
  for (const [medium, group] of Object.entries(selectFact('menuGroup')))
    expect(kinds.filter((kind) => kind.medium === medium).map(({ menu }) => menu.group)).toContain(group);
});

it('only media without a type field have a single kind', () => {
  const counts = media.map((medium) => kinds.filter((kind) => kind.medium === medium).length);
  expect(media.filter((_, place) => counts[place] === 1)).toEqual(
    media.filter((medium) => selectFact('typeField')[medium] === undefined),
  );
});
