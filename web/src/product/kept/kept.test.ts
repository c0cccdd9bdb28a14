import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StubbedStorage, stubStorage } from './testing/stub-storage.ts';

type Kept = typeof import('./kept.ts');
let stored: StubbedStorage;
let kept: Kept;

/** A page that was just loaded in this browser; one of a new tab has a storage of its tab. */
async function load(): Promise<Kept> {
  vi.resetModules();
  kept = await import('./kept.ts');
  return kept;
}

beforeEach(async () => {
  stored = stubStorage();
  await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const all = () => JSON.stringify([...stored.localStorage, ...stored.sessionStorage]);

describe('a stored entry of an account', () => {
  it('is read by nothing before the server has said who is signed in, nor by a visitor', async () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    kept.writeKept('prompts', ['secret']);
    await load();
    const read = () => [kept.readKept('form', 'x'), kept.readKept('prompts')];
    expect(read()).toEqual([undefined, undefined]);
    kept.ownKept(kept.visitor);
    expect(read()).toEqual([undefined, undefined]);
    await load();
    kept.ownKept('ann');
    expect(read()).toEqual([{ prompt: 'secret' }, ['secret']]);
  });

  it('is removed when another account is known', async () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    kept.writeKept('analysis', '0190a000-0000-7000-8000-000000000001');
    await load();
    kept.ownKept('bob');
    expect(all()).not.toMatch(/ann|secret|0190a000/);
  });

  it('is removed some days after the end of its session', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01') });
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    vi.setSystemTime(Date.parse('2026-01-07'));
    await load();
    kept.ownKept(kept.visitor);
    expect(all()).toContain('secret');
    vi.setSystemTime(Date.parse('2026-01-09'));
    await load();
    kept.ownKept(kept.visitor);
    expect(all()).not.toMatch(/ann|secret/);
  });

  it('is neither shown nor written by a page whose user is another one now', () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    kept.ownKept('bob');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    expect(kept.readKept('form', 'x')).toBeUndefined();
    expect([...stored.localStorage.keys()].filter((key) => key.includes('bob'))).toEqual([]);
  });

  it('is removed when its user signs out, and nothing more is written', () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    kept.leaveKept();
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    expect(all()).not.toMatch(/ann|secret/);
  });
});

describe('unsaved work', () => {
  const film = { name: 'Harbour', document: {}, revision: 1 };

  it('waits for its user when their session ended while the page was open, and nothing else does', async () => {
    kept.ownKept('ann');
    kept.writeKept('film', film, 'x');
    kept.writeKept('cut', { clips: [] });
    kept.writeKept('form', { prompt: 'secret' }, 'x');
    kept.ownKept(kept.visitor);
    kept.leaveKeptUnsaved();
    kept.writeKept('film', { name: 'late' }, 'x');
    expect(all()).not.toMatch(/secret|late/);
    await load();
    kept.ownKept(kept.visitor);
    expect([kept.readKept('film', 'x'), kept.readKept('cut')]).toEqual([undefined, undefined]);
    await load();
    kept.ownKept('ann');
    expect([kept.readKept('film', 'x'), kept.readKept('cut')]).toEqual([film, { clips: [] }]);
  });

  it('is removed when another account is known, some days later, and by a sign-out', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01') });
    const leave = async () => {
      await load();
      kept.ownKept('ann');
      kept.writeKept('film', film, 'x');
      kept.leaveKeptUnsaved();
      await load();
    };
    await leave();
    kept.ownKept('bob');
    expect(all()).not.toMatch(/ann|Harbour/);
    await leave();
    vi.setSystemTime(Date.parse('2026-01-09'));
    kept.ownKept(kept.visitor);
    expect(all()).not.toMatch(/ann|Harbour/);
    await leave();
    kept.ownKept('ann');
    kept.leaveKept();
    expect(all()).not.toMatch(/ann|Harbour/);
  });
});

describe('a stored entry of a visitor', () => {
  it('moves to the account that they sign in to, and is a visitor’s no more', async () => {
    kept.ownKept(kept.visitor);
    kept.writeKept('form', { prompt: 'typed', touched: { prompt: 1 } }, 'x');
    kept.writeKept('sample', 'dreamy');
    await load();
    kept.ownKept('bob');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'typed' });
    expect(kept.readKept('sample')).toBe('dreamy');
    expect(all()).not.toContain('atelier.visitor');
  });

  it('takes the place of an earlier form of the account, whose prompt can still be found', async () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'earlier', touched: { prompt: 1 } }, 'x');
    kept.writeKept('prompts', ['old']);
    await load();
    kept.ownKept(kept.visitor);
    kept.writeKept('form', { prompt: 'typed', touched: { prompt: 2 } }, 'x');
    kept.writeKept('form', { prompt: '', touched: {} }, 'y');
    kept.writeKept('prompts', ['new']);
    await load();
    kept.ownKept('ann');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'typed' });
    expect(kept.readKept('prompts')).toEqual(['earlier', 'new', 'old']);
  });

  it('takes no place when nothing was set', async () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'earlier', touched: { prompt: 1 } }, 'x');
    await load();
    kept.ownKept(kept.visitor);
    kept.writeKept('form', { prompt: '', touched: {} }, 'x');
    await load();
    kept.ownKept('ann');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'earlier' });
  });

  it('does not hide what the account has when nothing was set in a new tab', async () => {
    kept.ownKept('ann');
    kept.writeKept('form', { prompt: 'earlier', touched: { prompt: 1 } }, 'x');
    stored.sessionStorage.clear();
    await load();
    kept.ownKept(kept.visitor);
    kept.writeKept('form', { prompt: '', touched: {} }, 'x');
    await load();
    kept.ownKept('ann');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'earlier' });
    expect(kept.readKept('prompts')).toBeUndefined();
  });

  it('stays in its tab until the server has said that it is a visitor’s', () => {
    kept.writeKept('form', { prompt: 'typed', touched: { prompt: 1 } }, 'x');
    expect(stored.localStorage.size).toBe(0);
    kept.ownKept('ann');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'typed' });
  });
});

describe('a storage', () => {
  it.each(['null', '[]', '7', '"x"', 'not json', '{"atMs":1e300,"kindId":"a"}', '{"atMs":1,"kindId":"a'])(
    'with %s in place of an entry has none, and loses it',
    (text) => {
      kept.ownKept('ann');
      for (const area of [stored.localStorage, stored.sessionStorage])
        for (const name of ['notify', 'project', 'unsent', 'made-from.x', 'sample', 'prompts', 'return'])
          area.set(`atelier.ann.${name}`, text);
      expect(kept.readKept('notify')).toBeUndefined();
      expect(kept.readKept('project')).toBeUndefined();
      expect(kept.readKept('unsent') ?? {}).toEqual({});
      expect(kept.readKept('made-from', 'x')).toBeUndefined();
      expect(kept.readKept('prompts') ?? []).toEqual([]);
      expect(kept.readKept('return')).toBeUndefined();
      expect(stored.localStorage.has('atelier.ann.project')).toBe(false);
    },
  );

  it('of an earlier version, whose entries name no owner, is emptied', () => {
    for (const key of ['atelier.draft.x', 'atelier.ended', 'named-batches', 'atelier.visitor.project'])
      stored.localStorage.set(key, '{"prompt":"secret"}');
    stored.localStorage.set('other', 'stays');
    kept.ownKept(kept.visitor);
    expect([...stored.localStorage.keys()]).toEqual(['other']);
  });

  it('that is full or forbidden leaves everything to the page', () => {
    vi.stubGlobal('window', {
      get localStorage() {
        throw new Error('forbidden');
      },
      sessionStorage: null,
    });
    vi.spyOn(console, 'warn').mockReturnValue();
    kept.ownKept(kept.visitor);
    kept.writeKept('form', { prompt: 'typed', touched: { prompt: 1 } }, 'x');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'typed' });
    kept.ownKept('bob');
    expect(kept.readKept('form', 'x')).toMatchObject({ prompt: 'typed' });
    kept.leaveKept();
    expect(kept.readKept('form', 'x')).toBeUndefined();
  });
});
