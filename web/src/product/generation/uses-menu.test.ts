import type { PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { inputUses } from './uses-menu.tsx';

const url = '/media/u/a';
const usesOf = (content_type: string, address: string | null = url) =>
  inputUses({ content_type, url: address } as PublicOutput);

describe('the uses of an output', () => {
  it('link an image to the forms that take one, with its URL filled in', () => {
    expect(usesOf('image/webp').map(({ id, target }) => [id, target.to, target.search])).toEqual([
      ['image-to-image', '/creator/image/{-$type}', { image: url }],
      ['image-to-video', '/creator/image-to-video/{-$type}', { image: url }],
      ['image-understanding', '/creator/image-understanding', { image: url }],
    ]);
  });

  it('link a video to the form that adds sound', () => {
    expect(usesOf('video/mp4').map(({ target }) => [target.to, target.search])).toEqual([
      ['/creator/video-to-audio', { video_url: url }],
    ]);
  });

  it('are empty for a file that is gone or of another type', () => {
    expect([usesOf('image/png', null), usesOf('audio/wav')]).toEqual([[], []]);
  });
});
