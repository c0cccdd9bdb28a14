import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import {
  findFileProblem,
  findProblemText,
  summarizeUploads,
  takeFitting,
  type UploadItem,
} from './upload-board.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

it('an image that is refused for its pixels has another problem than one of too many bytes', () => {
  const refused = (limit: Record<string, number>) =>
    findProblemText(new ApiError(413, 'size_limit', { code: 'size_limit', ...limit }));
  expect(refused({ max_bytes: 20 })).toMatchObject({ problem: 'size_limit', canRetry: false });
  expect(refused({ max_side_px: 8, max_pixels: 40 })).toMatchObject({
    problem: 'pixel_limit',
    canRetry: false,
  });
});

describe('findFileProblem', () => {
  it('accepts JPEG, PNG and WebP as an image, and videos and GIFs as a video', () => {
    for (const type of ['image/png', 'image/jpeg', 'image/jpg', 'image/webp'])
      expect(findFileProblem(file('a', type), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.gif', 'image/gif'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mov', 'video/quicktime'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.M4V', ''), 'video')).toBeUndefined();
  });

  it.each(['image/gif', 'image/heic', 'image/avif', 'image/tiff', 'image/bmp', 'image/svg+xml'])(
    'names the formats instead of uploading %s as an image',
    (type) => expect(findFileProblem(file('a', type), 'image')).toBe('unsupported_format'),
  );

  it('refuses files of another type', () => {
    expect(findFileProblem(file('a.pdf', 'application/pdf'), 'image')).toBe('unsupported_file');
    expect(findFileProblem(file('a.png', 'image/png'), 'video')).toBe('unsupported_file');
    expect(findFileProblem(file('a.exe', ''), 'video')).toBe('unsupported_file');
  });

  it('accepts sounds as a sound, and sounds and videos where both are taken', () => {
    for (const type of ['audio/mpeg', 'audio/x-m4a', 'audio/webm'])
      expect(findFileProblem(file('a', type), 'audio')).toBeUndefined();
    expect(findFileProblem(file('a.FLAC', ''), 'audio')).toBeUndefined();
    expect(findFileProblem(file('recording.webm', 'video/webm'), 'audio')).toBeUndefined();
    expect(findFileProblem(file('a.mp4', 'video/mp4'), 'audio')).toBe('unsupported_file');
    expect(findFileProblem(file('a.mp4', 'video/mp4'), 'audio-or-video')).toBeUndefined();
    expect(findFileProblem(file('a.gif', 'image/gif'), 'audio-or-video')).toBe('unsupported_file');
    expect(findFileProblem(file('a.mp3', 'audio/mpeg', 52_428_801), 'audio')).toBe('size_limit');
  });

  it('accepts exactly 50 MB as a video and 20 MB as an image, and not a byte more', () => {
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_800), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_801), 'video')).toBe('size_limit');
    expect(findFileProblem(file('a.png', 'image/png', 20_971_520), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.png', 'image/png', 20_971_521), 'image')).toBe('size_limit');
  });
});

describe('takeFitting', () => {
  const files = ['a', 'b', 'c'];

  it('takes as many files as there is room for, and counts the others', () => {
    expect(takeFitting(files, { maxFiles: 5, usedCount: 3 })).toEqual({ taken: ['a', 'b'], refusedCount: 1 });
    expect(takeFitting(files, { maxFiles: 5, usedCount: 5 })).toEqual({ taken: [], refusedCount: 3 });
    expect(takeFitting(files, { maxFiles: 5, usedCount: 0 })).toEqual({ taken: files, refusedCount: 0 });
  });

  it('replaces the only file of a field', () => {
    expect(takeFitting(['b'], { maxFiles: 1, usedCount: 1 })).toEqual({ taken: ['b'], refusedCount: 0 });
    expect(takeFitting(files, { maxFiles: 1, usedCount: 1 })).toEqual({ taken: ['a'], refusedCount: 2 });
  });
});

const item = (bytes: number, percent: number, problem?: string): UploadItem => ({
  id: `${bytes}`,
  field: 'image_url',
  file: new File([new Uint8Array(bytes)], 'a.png'),
  accept: 'image',
  isOneOfMany: false,
  percent,
  problem,
  canRetry: true,
});

it('the summary has the number of uploads in progress and their share of all bytes', () => {
  expect(summarizeUploads([item(100, 50), item(300, 90), item(500, 10, 'network_error')])).toEqual({
    count: 2,
    percent: 80,
  });
});

it('the summary is empty when all uploads have failed', () => {
  expect(summarizeUploads([item(100, 50, 'size_limit')])).toEqual({ count: 0, percent: 0 });
});
