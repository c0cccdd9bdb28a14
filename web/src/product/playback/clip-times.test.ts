import { describe, expect, it } from 'vitest';
import { makeClip } from './bench-clip.ts';
import {
  chooseMoment,
  clampSpeed,
  clampTrim,
  findBegin,
  findClipAt,
  findCutAxis,
  findDarkness,
  findShapeNote,
  formatMoment,
  measureHidden,
  readMoment,
  settleCut,
  toClipMoment,
  toSourceMoment,
} from './clip-times.ts';

const source = { url: '/a.mp4', width: 1280, height: 720, fps: 24, seconds: 5, poster: null, name: 'A boat' };
const clip = { ...makeClip(source, 'a'), start: 1, end: 3, speed: 2, repeats: 2 };

describe('trimming', () => {
  it('keeps both ends within the source, and the clip as long as the shortest', () => {
    expect(clampTrim({ ...clip, start: -1 }, { start: -1 }, 5)).toMatchObject({ start: 0, end: 3 });
    expect(clampTrim({ ...clip, end: 9 }, { end: 9 }, 5)).toMatchObject({ start: 1, end: 5 });
    expect(clampTrim({ ...clip, start: 4 }, { start: 4 }, 5)).toMatchObject({ start: 2.8, end: 3 });
    expect(clampTrim({ ...clip, end: 0 }, { end: 0 }, 5)).toMatchObject({ start: 1, end: 1.2 });
  });

  it('leaves the other end as it is, however fine it was measured', () => {
    const whole = { ...clip, end: 5.0625 };
    expect(clampTrim({ ...whole, start: 1.23456 }, { start: 1.23456 }, 5.0625)).toMatchObject({
      start: 1.235,
      end: 5.0625,
    });
    expect(clampTrim({ ...whole, end: 9 }, { end: 9 }, 5.0625).end).toBe(5.0625);
  });

  it('leaves a speed that would make the clip too short behind', () => {
    expect(clampSpeed({ ...clip, end: 1.2, speed: 4 }).speed).toBeCloseTo(2);
    expect(clampSpeed({ ...clip, speed: 9 }).speed).toBe(4);
    expect(clampSpeed({ ...clip, speed: 0 }).speed).toBe(0.25);
  });
});

describe('moments', () => {
  it('of a clip are those of its source, once more in each run', () => {
    expect([0, 0.5, 1, 1.5, 2].map((seconds) => toSourceMoment(clip, seconds))).toEqual([1, 2, 1, 2, 3]);
    expect([0, 2, 9].map((seconds) => toClipMoment(clip, seconds))).toEqual([0, 0.5, 1]);
  });

  it('of a cut belong to one of its clips, the very end to the last', () => {
    const clips = [clip, { ...makeClip(source, 'b') }];
    expect(findClipAt(clips, 1)).toMatchObject({ index: 0, begin: 0, within: 1 });
    expect(findClipAt(clips, 2)).toMatchObject({ index: 1, begin: 2, within: 0 });
    expect(findClipAt(clips, 7)).toMatchObject({ index: 1, within: 5 });
    expect(findClipAt([], 0)).toBeUndefined();
    expect(findBegin(clips, 'b')).toBe(2);
  });

  it('are typed in seconds or with minutes, and written with two decimals', () => {
    expect(['65.5', '1:05,5', '0:01:05', ' 3 '].map(readMoment)).toEqual([65.5, 65.5, 65, 3]);
    expect(['', 'a', '1:', '-1', '1:2:3:4'].map(readMoment)).toEqual(Array(5).fill(undefined));
    expect([0, 65.5, 59.999].map(formatMoment)).toEqual(['0:00.00', '1:05.50', '1:00.00']);
  });
});

describe('after a change', () => {
  const [a, b] = [makeClip(source, 'a'), makeClip(source, 'b')];
  const at = (moment: number) => ({ selectedId: 'b', moment });

  it('the chosen clip stays in view, wherever it has moved', () => {
    expect(chooseMoment([a, b], [b, a], at(6))).toBe(1);
    expect(chooseMoment([a, b], [a, { ...b, speed: 2 }], at(9))).toBeCloseTo(7.46);
    expect(chooseMoment([a, b], [a, b], at(1))).toBe(5);
    expect(chooseMoment([a], [a, b], at(1))).toBe(5);
  });

  it('its new start or end is shown', () => {
    expect(chooseMoment([a, b], [a, { ...b, start: 2 }], at(9))).toBe(5);
    expect(chooseMoment([a, b], [a, { ...b, end: 2 }], at(9))).toBeCloseTo(6.96);
    expect(chooseMoment([a], [], { selectedId: undefined, moment: 0 })).toBe(0);
  });
});

describe('a fade', () => {
  it('begins in black and ends in it', () => {
    const faded = { ...makeClip(source, 'a'), fade_in: 1, fade_out: 2 };
    expect([0, 0.5, 2, 4, 5].map((seconds) => findDarkness(faded, seconds))).toEqual([1, 0.5, 0, 0.5, 1]);
  });
});

describe('a picture of another shape', () => {
  const square = { width: 720, height: 720 };

  it('gets bars, or is cut off in one direction', () => {
    expect(findShapeNote({ fit: 'contain' }, source, square)).toBe('bars');
    expect(findShapeNote({ fit: 'cover' }, source, square)).toBe('cut-off');
    expect(findShapeNote({ fit: 'cover' }, source, { width: 1920, height: 1080 })).toBeUndefined();
    expect(findCutAxis(source, square)).toBe('across');
    expect(findCutAxis(square, source)).toBe('down');
  });

  it('is hidden by as much as does not fit into the frame', () => {
    expect(measureHidden(source, { width: 90, height: 90 })).toBeCloseTo(70);
    expect(measureHidden(square, { width: 160, height: 90 })).toBeCloseTo(70);
    expect(measureHidden(source, { width: 160, height: 90 })).toBeCloseTo(0);
  });

  it('leaves the format to the first clip', () => {
    const sources = { '/a.mp4': source, '/b.mp4': { ...source, url: '/b.mp4', ...square } };
    const clips = [{ url: '/b.mp4' }, { url: '/a.mp4' }];
    expect(settleCut({ shape: 'source', clips }, sources)).toMatchObject({ width: 720, height: 720 });
    expect(settleCut({ shape: '16:9', clips: [] }, sources)).toBeUndefined();
  });
});
