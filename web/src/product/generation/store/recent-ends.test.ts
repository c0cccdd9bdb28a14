import type { PublicOutput } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { unseenCount } from '#product/page-title.ts';
import { sampleGeneration } from '../testing/sample-generation.ts';
import { countUnseen, findThumbnail, forgetEnd, markSeen, noteEnd, unseenIds } from './recent-ends.ts';

describe('generations that ended', () => {
  it('are the last five, and counted until they were seen', () => {
    const stop = countUnseen();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) noteEnd(id);
    expect(unseenIds()).toEqual(['f', 'e', 'd', 'c', 'b']);
    markSeen(['f', 'x']);
    expect(unseenCount.get()).toBe(4);
    forgetEnd('e');
    expect(unseenIds()).toEqual(['d', 'c', 'b']);
    markSeen(unseenIds());
    expect(unseenCount.get()).toBe(0);
    stop();
  });
});

describe('the thumbnail of a generation', () => {
  const output = { url: '/media/a.mp4', poster_url: '/media/a.webp', is_flagged: false } as PublicOutput;

  it('is the poster of its result, else the image that it began with', () => {
    expect(findThumbnail(sampleGeneration({ outputs: [output] }))).toBe('/media/a.webp');
    const image = { ...output, url: '/media/b.png', poster_url: null };
    expect(findThumbnail(sampleGeneration({ medium: 'image', outputs: [image] }))).toBe('/media/b.png');
    expect(findThumbnail(sampleGeneration({ input: { image: '/media/c.png' } }))).toBe('/media/c.png');
    expect(findThumbnail(sampleGeneration())).toBeUndefined();
  });

  it('is never one that the safety checker held back', () => {
    expect(findThumbnail(sampleGeneration({ outputs: [{ ...output, is_flagged: true }] }))).toBeUndefined();
  });
});
