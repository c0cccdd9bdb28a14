import { expect, it } from 'vitest';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { emptyBench, reduceBench } from './bench-state.ts';
import { readErrors } from './read-errors.ts';

const source = { url: '/a.mp4', width: 1280, height: 720, fps: 24, seconds: 5, poster: null, name: 'A' };
const { cut } = reduceBench(emptyBench, { do: 'add', sources: [source, source], ids: ['a', 'b'] });

it('the problems of a refused cut belong to the fields of its clips and of the whole', () => {
  const issues = [
    { path: 'plan.clips.1.end', message: 'too long' },
    { path: 'plan.clips.0', message: 'gone' },
    { path: 'plan.caption', message: 'too many characters' },
    { path: 'plan.clips', message: 'too many' },
  ];
  const refusal = new ApiError(400, 'validation_failed', { issues } as ApiError['reply']);
  expect(readErrors(refusal, cut, ({ message = '' }) => message)).toEqual({
    clips: { a: { '': 'gone' }, b: { end: 'too long' } },
    whole: { caption: 'too many characters' },
    other: ['too many'],
  });
});

it('a file that is gone is a problem of its clip, or of the sound', () => {
  const refuse = (path: string) => new ApiError(404, 'file_not_found', { path } as ApiError['reply']);
  const format = ({ code = '' }: InputProblem) => code;
  const gone = readErrors(refuse('plan.clips.1.url'), cut, format);
  expect(gone).toEqual({ clips: { b: { url: 'file_not_found' } }, whole: {}, other: [] });
  const silent = readErrors(refuse('plan.sound.url'), cut, format);
  expect(silent).toEqual({ clips: {}, whole: { 'sound.url': 'file_not_found' }, other: [] });
});

it('another refusal is about no field', () => {
  expect(readErrors(new ApiError(429, 'rate_limited'), cut, String)).toBeUndefined();
  expect(readErrors(new TypeError('gone'), cut, String)).toBeUndefined();
});
