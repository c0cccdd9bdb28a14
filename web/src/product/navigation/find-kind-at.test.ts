import { describe, expect, it } from 'vitest';
import { findKindAt } from './find-kind-at.ts';

describe('findKindAt', () => {
  it.each([
    ['/creator/video/text-to-video', 'text-to-video'],
    ['/creator/video/text-to-video?prompt=a#preview', 'text-to-video'],
    ['/creator/video-to-audio', 'video-to-audio'],
    ['/creator/image-to-video/image-to-video', 'image-to-video'],
    ['/creator/history/video', undefined],
    ['/pricing', undefined],
    ['/', undefined],
  ])('of %s is %s', (path, kind) => {
    expect(findKindAt(path)).toBe(kind);
  });
});
