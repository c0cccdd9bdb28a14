import { describe, expect, it } from 'vitest';
import { findFileProblem } from './find-file-problem.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('a file that somebody chose', () => {
  it('may be any image for an image, and a video or a gif for a video', () => {
    expect(findFileProblem(file('a.png', 'image/png'), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.gif', 'image/gif'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mov', 'video/quicktime'), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.M4V', ''), 'video')).toBeUndefined();
  });

  it('is refused when it is of another type', () => {
    expect(findFileProblem(file('a.pdf', 'application/pdf'), 'image')).toBe('unsupported_file');
    expect(findFileProblem(file('a.png', 'image/png'), 'video')).toBe('unsupported_file');
    expect(findFileProblem(file('a.exe', ''), 'video')).toBe('unsupported_file');
  });

  it('may have exactly 50 MB as a video and 20 MB as an image, and not a byte more', () => {
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_800), 'video')).toBeUndefined();
    expect(findFileProblem(file('a.mp4', 'video/mp4', 52_428_801), 'video')).toBe('size_limit');
    expect(findFileProblem(file('a.png', 'image/png', 20_971_520), 'image')).toBeUndefined();
    expect(findFileProblem(file('a.png', 'image/png', 20_971_521), 'image')).toBe('size_limit');
  });
});
