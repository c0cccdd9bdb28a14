import { describe, expect, it } from 'vitest';
import { readFormPath } from './bottom-bar.tsx';
import { readCrumbs } from './breadcrumb.tsx';

describe('readCrumbs', () => {
  it('returns the parent and the child of the menu', () => {
    expect(readCrumbs('/creator/video/text-to-video')).toEqual({
      parent: { to: '/creator/video/{-$type}', label: 'menu.video' },
      child: 'kinds:kinds.text-to-video.title',
    });
    expect(readCrumbs('/creator/history/video')).toEqual({
      parent: { to: '/creator/history', label: 'menu.history' },
      child: 'menu.histories.video',
    });
  });

  it('falls back to Creator or History', () => {
    expect(readCrumbs('/creator/anything')?.parent.label).toBe('menu.creator');
    expect(readCrumbs('/creator/history/paintings')).toEqual({
      parent: { to: '/creator/history', label: 'menu.history' },
      child: undefined,
    });
  });

  it('names the pages outside the path groups, and the history that has two addresses', () => {
    expect(readCrumbs('/creator/video-to-audio')).toEqual({
      parent: { to: '/creator/video/{-$type}', label: 'menu.creator' },
      child: 'kinds:kinds.video-to-audio.title',
    });
    for (const kind of ['music', 'chatterbox'])
      expect(readCrumbs(`/creator/audio/${kind}`)?.child).toBe(`kinds:kinds.${kind}.title`);
    const history = readCrumbs('/creator/history/image-understanding');
    expect(history?.child).toBe('menu.histories.image-understanding');
    expect(readCrumbs('/creator/image-understanding/history')).toEqual(history);
  });

  it('names the account page', () => {
    expect(readCrumbs('/account')?.parent).toEqual({ to: '/account', label: 'menu.account' });
  });

  it('names the developers page', () => {
    expect(readCrumbs('/developers')?.parent).toEqual({ to: '/developers', label: 'menu.developers' });
  });

  it('names the credits and the admin pages', () => {
    expect(readCrumbs('/credits')?.parent.label).toBe('menu.credits');
    expect(readCrumbs('/admin/users/some-id')?.parent).toEqual({ to: '/admin', label: 'menu.admin' });
  });

  it('leads from the terms and the privacy page back to the home page', () => {
    const parent = { to: '/', label: 'menu.home' };
    expect(readCrumbs('/terms')).toEqual({ parent, child: 'menu.terms' });
    expect(readCrumbs('/verify')).toEqual({ parent, child: 'menu.verify' });
    expect(readCrumbs('/help/first-video')).toEqual({ parent, child: 'menu.help' });
    expect(readCrumbs('/privacy/')).toEqual({ parent, child: 'menu.privacy' });
  });

  it('leads from the projects and the trash back to the library', () => {
    const parent = { to: '/creator/history', label: 'menu.history' };
    expect(readCrumbs('/creator/projects')).toEqual({ parent, child: 'menu.projects' });
    expect(readCrumbs('/creator/trash')).toEqual({ parent, child: 'menu.trash' });
  });

  it('returns nothing outside the menu', () => {
    expect(readCrumbs('/')).toBeUndefined();
  });
});

describe('readFormPath', () => {
  it('names the path of a form, and of no other page', () => {
    expect(readFormPath('/creator/video/veo3-1')).toBe('video/veo3-1');
    expect(readFormPath('/creator/image-understanding/')).toBe('image-understanding');
    for (const path of [
      '/',
      '/you',
      '/creator/history/video',
      '/creator/image-understanding/history',
      '/creator/trash',
    ])
      expect(readFormPath(path)).toBeUndefined();
  });
});
