import { kinds } from '@atelier/catalog';
import type { PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { inputUses } from './uses-menu.tsx';

const url = '/media/u/a';
const listUses = (content_type: string, address: string | null = url) =>
  inputUses({ content_type, url: address } as PublicOutput);

describe('the uses of an output', () => {
  it('link an image to the forms that take one, with its URL filled in', () => {
    expect(listUses('image/webp').map(({ id, target }) => [id, target.params.type, target.search])).toEqual([
      ['edit', 'edit', { image_urls: url }],
      ['image-to-image', 'image-to-image', { image: url }],
      ['upscale', 'upscale', { image: url }],
      ['remove-background', 'remove-background', { image: url }],
      ['image-to-video', 'image-to-video', { image: url }],
      ['image-understanding', '', { image: url }],
    ]);
  });

  it('link a video to the forms that add sound and that enlarge it', () => {
    expect(listUses('video/mp4').map(({ id, target }) => [id, target.to, target.search])).toEqual([
      ['video-to-audio', '/creator/video-to-audio', { video_url: url }],
      ['upscale-video', '/creator/video/{-$type}', { video_url: url }],
    ]);
  });

  it('lead to pages that are there, by a parameter that their form takes', () => {
    for (const { target } of [...listUses('image/png'), ...listUses('video/mp4')]) {
      const path = [target.to.split('/')[2], target.params.type].filter(Boolean).join('/');
      const kind = kinds.find(({ menu }) => menu.path === path);
      const [field = ''] = Object.keys(target.search);
      expect(Object.keys(kind?.fields ?? {}), path).toContain(
        field === 'image' && kind?.medium !== 'text' ? 'image_url' : field,
      );
    }
  });

  it('are empty for a file that is gone or of another type', () => {
    expect([listUses('image/png', null), listUses('audio/wav')]).toEqual([[], []]);
  });
});
