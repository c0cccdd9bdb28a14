import { expect, it } from 'vitest';
import { readCut, readDraft, toDraft, toPlan } from './bench-draft.ts';
import { emptyBench, reduceBench } from './bench-state.ts';

const source = {
  url: '/a.mp4',
  width: 1280,
  height: 720,
  fps: 24,
  seconds: 5,
  poster: '/a.jpg',
  name: 'A boat',
};
const bench = reduceBench(reduceBench(emptyBench, { do: 'add', sources: [source], ids: ['a'] }), {
  do: 'change-whole',
  change: { shape: '1:1', sound: { url: '/b.mp3', mode: 'add', volume: 0.5 } },
  atMs: 0,
});

it('a draft is read as it was kept, but for the steps of undo', () => {
  const read = readDraft(JSON.parse(JSON.stringify(toDraft(bench))));
  expect(toPlan(read.cut)).toEqual(toPlan(bench.cut));
  expect(read.sources).toEqual(bench.sources);
  expect(read.past).toEqual([]);
});

it('a draft of sounds keeps their loudness', () => {
  const sound = { ...source, url: '/s.mp3', width: 0, height: 0, fps: null, poster: null, peaks: [0.2, 1] };
  const ofSounds = reduceBench(emptyBench, { do: 'add', sources: [sound], ids: ['s'] });
  expect(readDraft(JSON.parse(JSON.stringify(toDraft(ofSounds)))).sources).toEqual(ofSounds.sources);
});

it('an empty bench keeps nothing, and reads as empty', () => {
  expect(toDraft(emptyBench)).toBeUndefined();
  expect(readDraft(undefined)).toBe(emptyBench);
});

it('a plan with something else in it loses that, and one without a clip is none', () => {
  const [clip] = toPlan(bench.cut).clips;
  const cut = readCut({
    clips: [{ ...clip, speed: 'fast', fit: 'stretch' }, { url: 1 }, null],
    shape: '5:4',
  });
  expect(cut?.clips).toHaveLength(1);
  expect(cut).toMatchObject({ shape: 'source', clips: [{ speed: 1, fit: 'contain' }] });
  expect([{}, null, 'a', { clips: [] }, { clips: [{ ...clip, end: 0 }] }].map(readCut)).toEqual(
    Array(5).fill(undefined),
  );
});
