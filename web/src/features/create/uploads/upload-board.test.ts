import { describe, expect, it } from 'vitest';
import { findFileProblem, summarizeUploads, type UploadItem } from './upload-board.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('findFileProblem', () => {
  it('accepts any image as an image, and videos and GIFs as a video', () => {
    expect(findFileProblem(file('a.png', 'image/png'), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.gif', 'image/gif'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mov', 'video/quicktime'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.M4V', ''), 'video')).toBeUndefined();
  });

  it('refuses files of another type', () => {
    expect(findFileProblem(file('a.pdf', 'application/pdf'), 'image')).toBe('unsupported_file');
    expect(findFileProblem(file('a.png', 'image/png'), 'video')).toBe('unsupported_file');
    expect(findFileProblem(file('a.exe', ''), 'video')).toBe('unsupported_file');
  });

  it('accepts exactly 50 MB as a video and 20 MB as an image, and not a byte more', () => {
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_800), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_801), 'video')).toBe('size_limit');
    expect(findFileProblem(file('a.png', 'image/png', 20_971_520), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.png', 'image/png', 20_971_521), 'image')).toBe('size_limit');
  });
});

const item = (bytes: number, percent: number, problem?: string): UploadItem => ({
  id: `${bytes}`,
  field: 'image_url',
  file: new File([new Uint8Array(bytes)], 'a.png'),
  accept: 'image',
  percent,
  problem,
  canRetry: true,
});

it('summarizes the uploads in progress by count and share of all bytes', () => {
  expect(summarizeUploads([item(100, 50), item(300, 90), item(500, 10, 'network_error')])).toEqual({
    count: 2,
    percent: 80,
  });
});

it('summarizes no uploads when all have failed', () => {
  expect(summarizeUploads([item(100, 50, 'size_limit')])).toEqual({ count: 0, percent: 0 });
});
