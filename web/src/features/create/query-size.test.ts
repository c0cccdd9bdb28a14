import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { readPrefill } from './prefill/prefill.ts';

/** A link as older versions and other programs make it: with the size, length and frame rate of the file. */
const link = { prompt: 're', duration: '5.06', width: '1280', height: '720', fps: '16' };

function prefilled(kindId: string, query: Record<string, string>) {
  const { values, dropped } = readPrefill(getKind(kindId), { ...link, ...query });
  return { ...values, dropped };
}

describe('the size of a video in a link', () => {
  it('becomes resolution and ratio, and its length the duration', () => {
    expect(prefilled('text-to-video', { model: 'wan-t2v' })).toEqual({
      prompt: 're',
      resolution: '720p',
      aspect_ratio: '16:9',
      duration: 5,
      dropped: [],
    });
  });

  it.each([
    ['text-to-video', '832', '480', { resolution: '480p', aspect_ratio: '16:9' }],
    ['text-to-video', '480', '854', { resolution: '480p', aspect_ratio: '9:16' }],
    ['wan-v2-2-5b', '720', '720', { resolution: '720p', aspect_ratio: '1:1' }],
    ['wan-v2-2-a14b', '1032', '580', { resolution: '580p', aspect_ratio: '16:9' }],
    ['image-to-video', '720', '480', { resolution: '480p', aspect_ratio: 'auto' }],
    ['first-to-last-frame', '640', '480', { resolution: '480p' }],
    ['text-to-video-pro', '1920', '1080', { resolution: '1080p' }],
  ])('%s reads %s × %s as the nearest that it makes', (kindId, width, height, size) => {
    expect(prefilled(kindId, { width, height, duration: '5' })).toMatchObject({
      ...size,
      dropped: expect.not.arrayContaining(['width', 'height']),
    });
  });

  it.each([
    ['text-to-video', '640', '480'],
    ['text-to-video', '320', '180'],
    ['text-to-video', 'wide', '720'],
  ])('%s names %s × %s, which it cannot make', (kindId, width, height) => {
    const { dropped, ...values } = prefilled(kindId, { width, height });
    expect(dropped).toEqual(['width', 'height']);
    expect(values).not.toHaveProperty('resolution');
  });

  it('does not overrule a resolution or ratio of the same link', () => {
    expect(prefilled('text-to-video', { resolution: '480p', aspect_ratio: '9:16' })).toMatchObject({
      resolution: '480p',
      aspect_ratio: '9:16',
      dropped: [],
    });
  });
});

describe('the length and frame rate of a video in a link', () => {
  it('become frames where the kind has them', () => {
    expect(prefilled('vace', {})).toMatchObject({ num_frames: 81, frames_per_second: 16, dropped: [] });
    expect(prefilled('wan-v2-2-5b', { duration: '3.375', fps: '24' })).toMatchObject({
      num_frames: 81,
      frames_per_second: 24,
      dropped: [],
    });
  });

  it('are named where they cannot be had', () => {
    expect(readPrefill(getKind('text-to-video'), { ...link, duration: '9' }).refused).toEqual(['duration']);
    expect(prefilled('vace', { duration: '60' }).dropped).toEqual(['duration']);
  });
});
