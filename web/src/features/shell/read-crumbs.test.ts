import { describe, expect, it } from 'vitest';
import { readCrumbs } from './read-crumbs.ts';

describe('the breadcrumb', () => {
  it('shows the parent and the child of the menu', () => {
    expect(readCrumbs('/creator/video/text-to-video')).toEqual({
      parent: { to: '/creator/video', label: 'menu.video' },
      child: 'kinds:kinds.text-to-video.title',
    });
    expect(readCrumbs('/creator/history/video')).toEqual({
      parent: { to: '/creator/history', label: 'menu.history' },
      child: 'menu.video',
    });
  });

  it('falls back to Creator or History', () => {
    expect(readCrumbs('/creator/anything')?.parent.label).toBe('menu.creator');
    expect(readCrumbs('/creator/history/paintings')).toEqual({
      parent: { to: '/creator/history', label: 'menu.history' },
      child: undefined,
    });
    expect(readCrumbs('/creator/video/unknown')?.child).toBeUndefined();
  });

  it('is absent outside the menu', () => {
    expect(readCrumbs('/')).toBeUndefined();
  });
});
