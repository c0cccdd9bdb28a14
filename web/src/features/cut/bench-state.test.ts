import { describe, expect, it } from 'vitest';
import { readCut, toPlan } from './bench-draft.ts';
import { type Bench, type BenchAction, canSplit, emptyBench, reduceBench } from './bench-state.ts';

const makeSource = (url: string) => ({
  url,
  width: 1280,
  height: 720,
  fps: 24,
  seconds: 5,
  poster: null,
  name: url,
});

const run = (bench: Bench, ...actions: BenchAction[]) => actions.reduce(reduceBench, bench);
const listIds = ({ cut }: Bench) => cut.clips.map(({ id }) => id);

const filled = run(emptyBench, {
  do: 'add',
  sources: ['a', 'b', 'c'].map(makeSource),
  ids: ['a', 'b', 'c'],
});

describe('the bench', () => {
  it('puts added videos behind the others, and chooses the first of them', () => {
    expect(listIds(filled)).toEqual(['a', 'b', 'c']);
    expect(filled.selectedId).toBe('a');
    const more = run(filled, { do: 'add', sources: [makeSource('d')], ids: ['d'] });
    expect(listIds(more)).toEqual(['a', 'b', 'c', 'd']);
    expect(more.selectedId).toBe('d');
  });

  it('begins with videos or with sounds, and takes no more of the other', () => {
    const sound = { ...makeSource('s'), width: 0, height: 0, fps: null };
    const ofSounds = run(emptyBench, { do: 'add', sources: [sound, makeSource('v')], ids: ['s', 'v'] });
    expect(listIds(ofSounds)).toEqual(['s']);
    expect(ofSounds.cut.result).toBe('mp3');
    expect(run(ofSounds, { do: 'add', sources: [makeSource('v')], ids: ['v'] })).toBe(ofSounds);
    expect(run(filled, { do: 'add', sources: [sound], ids: ['s'] })).toBe(filled);
    const emptied = run(ofSounds, { do: 'remove', id: 's' });
    const ofVideos = run(emptied, { do: 'add', sources: [makeSource('v')], ids: ['v'] });
    expect(ofVideos.cut.result).toBeUndefined();
    expect(listIds(run(ofVideos, { do: 'undo' }, { do: 'undo' }))).toEqual(['s']);
  });

  it('takes no more clips than a cut may have', () => {
    const ids = Array.from({ length: 260 }, (_, index) => `n${index}`);
    const full = run(emptyBench, { do: 'add', sources: ids.map(makeSource), ids });
    expect(listIds(full)).toHaveLength(200);
    expect(run(full, { do: 'duplicate', id: 'n0', newId: 'x' })).toBe(full);
    expect(canSplit(full, 'n0', 2)).toBe(false);
  });

  it('begins again with the videos of an address, and undo brings the earlier cut back', () => {
    const fresh = run(filled, { do: 'add', sources: [makeSource('d')], ids: ['d'], isFresh: true });
    expect(listIds(fresh)).toEqual(['d']);
    expect(listIds(run(fresh, { do: 'undo' }))).toEqual(['a', 'b', 'c']);
  });

  it('moves a clip, and not beyond the ends', () => {
    expect(listIds(run(filled, { do: 'move', id: 'a', place: 2 }))).toEqual(['b', 'c', 'a']);
    expect(run(filled, { do: 'move', id: 'a', place: -1 })).toBe(filled);
    expect(run(filled, { do: 'move', id: 'c', place: 3 })).toBe(filled);
  });

  it('chooses the next clip when the chosen one is removed, and the last one at the end', () => {
    const without = run(filled, { do: 'remove', id: 'b' });
    expect(without.selectedId).toBe('c');
    expect(run(without, { do: 'remove', id: 'c' }).selectedId).toBe('a');
    expect(run(without, { do: 'remove', id: 'a' }, { do: 'remove', id: 'c' }).selectedId).toBeUndefined();
  });
});

describe('a split', () => {
  it('makes two clips whose fades stay at the outer ends', () => {
    const faded = run(filled, {
      do: 'change',
      id: 'a',
      change: { speed: 2, fade_in: 1, fade_out: 1 },
      atMs: 0,
    });
    const { cut, selectedId } = run(faded, { do: 'split', id: 'a', seconds: 1, newId: 'a2' });
    expect(cut.clips.slice(0, 2)).toMatchObject([
      { id: 'a', start: 0, end: 2, fade_in: 1, fade_out: 0 },
      { id: 'a2', start: 2, end: 5, fade_in: 0, fade_out: 1 },
    ]);
    expect(selectedId).toBe('a2');
  });

  it('of a clip that runs backwards puts the later part first', () => {
    const reversed = run(filled, { do: 'change', id: 'a', change: { is_reversed: true }, atMs: 0 });
    const { cut } = run(reversed, { do: 'split', id: 'a', seconds: 2, newId: 'a2' });
    expect(cut.clips.slice(0, 2)).toMatchObject([
      { start: 2, end: 5 },
      { start: 0, end: 2 },
    ]);
  });

  it('needs two parts that are long enough, and a clip that is shown once', () => {
    expect(run(filled, { do: 'split', id: 'a', seconds: 0.05, newId: 'x' })).toBe(filled);
    expect(run(filled, { do: 'split', id: 'a', seconds: 5, newId: 'x' })).toBe(filled);
    const twice = run(filled, { do: 'change', id: 'a', change: { repeats: 2 }, atMs: 0 });
    expect(canSplit(twice, 'a', 2)).toBe(false);
  });
});

describe('undo', () => {
  it('goes back step by step, and forward again until something else is done', () => {
    const moved = run(filled, { do: 'move', id: 'a', place: 2 }, { do: 'remove', id: 'b' });
    const back = run(moved, { do: 'undo' }, { do: 'undo' });
    expect(listIds(back)).toEqual(['a', 'b', 'c']);
    expect(listIds(run(back, { do: 'redo' }, { do: 'redo' }))).toEqual(['c', 'a']);
    const other = run(back, { do: 'duplicate', id: 'c', newId: 'c2' });
    expect(run(other, { do: 'redo' })).toBe(other);
  });

  it('takes changes of one control that follow each other closely as one step', () => {
    const drag = (end: number, atMs: number): BenchAction => ({
      do: 'change',
      id: 'a',
      change: { end },
      atMs,
    });
    const dragged = run(filled, drag(4, 1_000), drag(3.5, 1_200), drag(3, 1_400));
    expect(run(dragged, { do: 'undo' }).cut).toEqual(filled.cut);
    const later = run(dragged, drag(2, 5_000));
    expect(run(later, { do: 'undo' }).cut.clips[0]?.end).toBe(3);
    const other = run(dragged, { do: 'change', id: 'a', change: { volume: 0 }, atMs: 1_500 });
    expect(run(other, { do: 'undo' }).cut.clips[0]?.end).toBe(3);
  });

  it('reaches back over fifty steps', () => {
    const steps = Array.from(
      { length: 60 },
      (_, index): BenchAction => ({
        do: 'change-whole',
        change: { caption: `${index}` },
        atMs: index * 9_000,
      }),
    );
    const bench = run(filled, ...steps, ...steps.map((): BenchAction => ({ do: 'undo' })));
    expect(bench.cut.caption).toBe('9');
    expect(bench.future).toHaveLength(50);
  });

  it('is no step for a change to the same value', () => {
    expect(run(filled, { do: 'change', id: 'a', change: { speed: 1 }, atMs: 0 })).toBe(filled);
    expect(run(filled, { do: 'undo' }, { do: 'undo' }).cut.clips).toEqual([]);
  });
});

it('sounds that are put on an empty bench become a sound, and videos a video', () => {
  const source = makeSource('/a.mp4');
  const sound = { ...source, url: '/a.mp3', width: 0, height: 0, fps: null, poster: null };
  const heard = reduceBench(emptyBench, { do: 'add', sources: [sound], ids: ['s'] });
  expect(heard.cut.result).toBe('mp3');
  const chosen = reduceBench(heard, { do: 'change-whole', change: { result: 'wav' }, atMs: 0 });
  const more = reduceBench(chosen, { do: 'add', sources: [sound], ids: ['t'] });
  expect(more.cut).toMatchObject({ result: 'wav', clips: [{ id: 's' }, { id: 't' }] });
  expect(readCut(toPlan(more.cut))?.result).toBe('wav');
  const fresh = reduceBench(more, { do: 'add', sources: [source], ids: ['v'], isFresh: true });
  expect(fresh.cut.result).toBeUndefined();
});
