import { describe, expect, it } from 'vitest';
import { splitShowcase } from './showcase.ts';

describe('the showcase parameters', () => {
  it('are split into the video, its thumbnail and its title, apart from what fills the form', () => {
    const query = {
      prompt: 'a fox',
      showcase_video_url: 'https://example.com/a.mp4',
      showcase_thumbnail: 'https://example.com/a.webp',
      showcase_title: 'Fox',
    };
    const { showcase, formQuery, showcaseQuery } = splitShowcase(query);
    expect(showcase).toEqual({
      videoUrl: 'https://example.com/a.mp4',
      thumbnailUrl: 'https://example.com/a.webp',
      title: 'Fox',
    });
    expect(formQuery).toEqual({ prompt: 'a fox' });
    expect({ ...formQuery, ...showcaseQuery }).toEqual(query);
  });

  it.each(['javascript:alert(1)', 'data:video/mp4;base64,AA', '/media/a.mp4', 'nothing'])(
    'are ignored for %s, which is not an http(s) URL',
    (address) => {
      expect(splitShowcase({ showcase_video_url: address }).showcase).toBeUndefined();
    },
  );
});
