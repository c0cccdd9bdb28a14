import { describe, expect, it } from 'vitest';
import { matchRoutes } from './built-routes.ts';

const isKnown = matchRoutes({
  known: [
    '/',
    '/pricing',
    '/pricing/return',
    '/erasure/$token',
    '/creator/audio/$type',
    '/creator/video/{-$type}',
    '/creator/history/$',
    '/help/{-$page}',
  ],
  values: { '/creator/audio/$type': ['video-to-audio', 'music.2'], '/help/{-$page}': ['images', 'sounds'] },
});

describe('the routes of the app', () => {
  it.each([
    '/',
    '/pricing',
    '/pricing/',
    '/Pricing',
    '/%70ricing',
    '/pricing/return',
    '/erasure/x',
    '/creator/audio/video-to-audio',
    '/Creator/Audio/music.2/',
    '/creator/audio/video%2Dto-audio',
    '/creator/video',
    '/creator/video/',
    '/creator/video/anything',
    '/creator/video/%E8%A7%86%E9%A2%91',
    '/creator/video/a%2Fb',
    '/creator/video/%zz',
    '/creator/history/foo',
    '/help',
    '/help/images',
    '/creator/history/foo/bar/%E8%A7%86',
  ])('know %s', (path) => expect(isKnown(path)).toBe(true));

  it.each([
    '//',
    '//pricing',
    '/pricing//return',
    '/pricing/returns',
    '/pricing%2Freturn',
    '/xpricing',
    '/erasure',
    '/erasure/x/y',
    '/creator',
    '/creator/audio',
    '/creator/audio/music',
    '/creator/audio/music-2',
    '/creator/audio/Video-To-Audio',
    '/creator/audio/hasOwnProperty',
    '/creator/audio/constructor',
    '/creator/audio/__proto__',
    '/help/nothing',
    '/help/images/sounds',
    '/creator/video/a/b',
    '/creator/history',
    '/creator/history/',
    '/creator/history/a/..',
    '/creator/video/..',
    '/creator/video/%2e%2E',
    '/creator/../pricing',
    '/./pricing',
    '/no/such/page',
  ])('do not know %j', (path) => expect(isKnown(path)).toBe(false));

  it('take every sign of a fixed part as it is', () => {
    const isOdd = matchRoutes({ known: ['/a.b(c'] });
    expect([isOdd('/a.b(c'), isOdd('/axb(c')]).toEqual([true, false]);
  });
});
