import { media } from '@atelier/catalog';
import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleGeneration } from '../generation/testing/sample-generation.ts';
import { mediumViews, tileRatio } from './index.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {} }));

const file = { id: '1', url: '/1', text: null, is_flagged: false, poster_url: '/1.jpg' } as PublicOutput;
const answer = { id: '1', url: null, text: 'A boat', is_flagged: false } as PublicOutput;

describe('the tile of a medium', () => {
  it.each([
    ['video', 16 / 9],
    ['image', 1],
    ['audio', 16 / 9],
    ['text', 1.9],
  ] as const)('has the usual ratio of a %s while no size is known', (medium, ratio) => {
    expect(tileRatio(sampleGeneration({ medium, width: null, height: null }))).toBe(ratio);
  });

  it('has the ratio that was asked for, unless it would be a line', () => {
    const findRatio = (width: number, height: number) =>
      tileRatio(sampleGeneration({ medium: 'image', width, height }));
    expect(findRatio(800, 1_000)).toBe(0.8);
    expect(findRatio(100, 10_000)).toBe(0.3);
    expect(findRatio(10_000, 100)).toBe(4);
  });
});

describe('the picture of a medium', () => {
  const draw = (
    medium: PublicGeneration['medium'],
    props: { size: 'tile' | 'wall' | 'choice'; isPlaying?: boolean },
  ) => {
    const { Picture } = mediumViews[medium];
    const generation = sampleGeneration({ medium, outputs: [file], status: 'completed' });
    return renderToString(<Picture generation={generation} {...props} />);
  };

  it('plays a clip in the grid in a loop, and on a wall in step with the others', () => {
    expect(draw('video', { size: 'tile' })).not.toContain('<video');
    expect(draw('video', { size: 'tile', isPlaying: true })).toMatch(/<video[^>]* loop/);
    expect(draw('video', { size: 'wall' })).not.toContain('<video');
    expect(draw('video', { size: 'wall', isPlaying: true })).toMatch(/<video(?![^>]* loop)/);
  });

  it('has the whole clip ready for a choice', () => {
    expect(draw('video', { size: 'choice' })).toMatch(/<video[^>]* poster="\/1.jpg"/);
  });

  it('shows every image of a set for a choice, and the first elsewhere', () => {
    const outputs = [file, { ...file, id: '2', url: '/2' }];
    const generation = sampleGeneration({ medium: 'image', outputs, status: 'completed' });
    const { Picture } = mediumViews.image;
    const count = (size: 'wall' | 'choice') =>
      renderToString(<Picture generation={generation} size={size} />).match(/<img/g)?.length;
    expect([count('wall'), count('choice')]).toEqual([1, 2]);
  });

  it('plays a sound in the grid, where nothing else does', () => {
    expect(draw('audio', { size: 'tile' })).toContain('<audio');
    expect(draw('audio', { size: 'wall' })).not.toContain('<audio');
    expect(draw('audio', { size: 'choice' })).not.toContain('<audio');
  });
});

it('only answers are copied as a text', () => {
  const copied = media.map((medium) =>
    mediumViews[medium].copyText?.(sampleGeneration({ medium, outputs: [answer] })),
  );
  expect(copied).toEqual([undefined, undefined, undefined, 'A boat']);
});

it('the viewer loads images ahead as they are, and of videos the poster', () => {
  const shown = { ...file, url: '/1' };
  expect(media.map((medium) => mediumViews[medium].preload?.(shown))).toEqual([
    '/1.jpg',
    '/1',
    undefined,
    undefined,
  ]);
});
