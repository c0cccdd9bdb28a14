import { emptyFilm } from '@atelier/catalog/films';
import type { PublicFilm } from '@atelier/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { type FilmEdits, isSame } from './film-edits.ts';
import { type FilmDraft, FilmSaver, pickEdits } from './film-saver.ts';

const named = (name: string): FilmEdits => ({
  name,
  document: { ...emptyFilm, cast: [{ name, url: '/media/a' }] },
});

/** A server with one film, which answers a request when `answer` is called. */
function startServer() {
  const film = { ...named('First'), revision: 1 };
  const sent: { revision: number; name?: string }[] = [];
  const waiting: (() => void)[] = [];
  let failure: Error | undefined;
  const kept: (FilmDraft | undefined)[] = [];
  const onFilm = vi.fn();
  const onRefused = vi.fn();
  const send = (body: { revision: number } & Partial<FilmEdits>) => {
    sent.push({ revision: body.revision, ...(body.name !== undefined && { name: body.name }) });
    return new Promise<PublicFilm>((resolve, reject) => {
      waiting.push(() => {
        if (failure) return reject(failure);
        if (body.document && body.revision !== film.revision)
          return reject(new ApiError(409, 'film_changed'));
        Object.assign(film, pickEdits({ ...film, ...body }), { revision: film.revision + 1 });
        resolve({ ...film } as PublicFilm);
      });
    });
  };
  const saver = new FilmSaver({
    revision: 1,
    saved: named('First'),
    send,
    read: () => Promise.resolve({ ...film } as PublicFilm),
    onFilm,
    onRefused,
    keep: (draft) => kept.push(draft),
  });
  return {
    film,
    sent,
    kept,
    saver,
    onFilm,
    onRefused,
    answer: () => waiting.shift()?.(),
    fail: (error: Error | undefined) => {
      failure = error;
    },
    untilSent: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)),
  };
}

describe('a film that is edited', () => {
  it('is sent once for two edits before the pause is over, and kept until it is saved', async () => {
    const { saver, sent, kept, answer, untilSent } = startServer();
    saver.change(named('A'));
    saver.change(named('AB'));
    expect(saver.state.get()).toBe('unsaved');
    expect(kept.at(-1)).toEqual({ ...named('AB'), revision: 1 });
    const isSaved = saver.flush();
    await untilSent(1);
    answer();
    expect(await isSaved).toBe(true);
    expect(sent).toEqual([{ revision: 1, name: 'AB' }]);
    expect(saver.state.get()).toBe('saved');
    expect(kept.at(-1)).toBeUndefined();
  });

  it('is sent again for two edits during one request, with the revision of its reply', async () => {
    const { saver, sent, answer, untilSent } = startServer();
    saver.change(named('A'));
    const isSaved = saver.flush();
    await untilSent(1);
    saver.change(named('AB'));
    saver.change(named('ABC'));
    void saver.flush();
    expect(sent).toHaveLength(1);
    answer();
    await untilSent(2);
    answer();
    expect(await isSaved).toBe(true);
    expect(sent).toEqual([
      { revision: 1, name: 'A' },
      { revision: 2, name: 'ABC' },
    ]);
    expect(saver.revision).toBe(3);
  });

  it('is saved when its edits are taken back before the pause is over', () => {
    const { saver, kept } = startServer();
    saver.change(named('A'));
    saver.change(named('First'));
    expect(saver.state.get()).toBe('saved');
    expect(kept.at(-1)).toBeUndefined();
  });

  it('waits while there is no connection, and is sent afterwards', async () => {
    const { saver, answer, fail, untilSent, kept, film } = startServer();
    fail(new ApiError(0, 'network_error'));
    saver.change(named('A'));
    const isSaved = saver.flush();
    await untilSent(1);
    answer();
    expect(await isSaved).toBe(false);
    expect(saver.state.get()).toBe('offline');
    expect(kept.at(-1)).toEqual({ ...named('A'), revision: 1 });
    fail(undefined);
    const isSavedNow = saver.flush();
    await untilSent(2);
    answer();
    expect(await isSavedNow).toBe(true);
    expect(film.name).toBe('A');
  });

  it('is refused once, and sent again with the next edit', async () => {
    const { saver, answer, fail, untilSent, onRefused } = startServer();
    fail(new ApiError(400, 'validation_failed'));
    saver.change(named('A'));
    void saver.flush();
    await untilSent(1);
    answer();
    await vi.waitFor(() => expect(saver.state.get()).toBe('refused'));
    expect(onRefused).toHaveBeenCalledOnce();
    fail(undefined);
    saver.change(named('AB'));
    void saver.flush();
    await untilSent(2);
    answer();
    await vi.waitFor(() => expect(saver.state.get()).toBe('saved'));
  });
});

describe('a film that another window has changed', () => {
  it('is overtaken, keeps what is typed afterwards as a version, and is loaded on request', async () => {
    const { saver, sent, answer, untilSent, film, kept } = startServer();
    Object.assign(film, { name: 'Theirs', revision: 2 });
    saver.change(named('Mine'));
    void saver.flush();
    await untilSent(1);
    answer();
    await vi.waitFor(() => expect(saver.state.get()).toBe('overtaken'));
    expect(kept.at(-1)).toBeUndefined();
    saver.change(named('Mine, too'));
    expect(kept.at(-1)).toEqual({ ...named('Mine, too'), revision: 1 });
    expect(await saver.flush()).toBe(false);
    const loaded = saver.loadNewer();
    await untilSent(2);
    answer();
    expect((await loaded).name).toBe('Theirs');
    expect(sent.at(-1)).toEqual({ revision: 1, name: 'Mine, too' });
    expect(saver.state.get()).toBe('saved');
    expect(saver.revision).toBe(2);
  });

  it('is saved when the server has the same edits, as after a lost reply', async () => {
    const { saver, answer, untilSent, film } = startServer();
    Object.assign(film, { ...named('Mine'), revision: 2 });
    saver.change(named('Mine'));
    const isSaved = saver.flush();
    await untilSent(1);
    answer();
    expect(await isSaved).toBe(true);
    expect(saver.revision).toBe(2);
  });

  it('is saved when it was edited further after a lost reply', async () => {
    const { saver, sent, answer, fail, untilSent, film } = startServer();
    fail(new ApiError(0, 'network_error'));
    saver.change(named('A'));
    const isSaved = saver.flush();
    await untilSent(1);
    answer();
    expect(await isSaved).toBe(false);
    fail(undefined);
    Object.assign(film, { ...named('A'), revision: 2 });
    saver.change(named('AB'));
    const isSavedNow = saver.flush();
    await untilSent(2);
    answer();
    await untilSent(3);
    answer();
    expect(await isSavedNow).toBe(true);
    expect(sent.at(-1)).toEqual({ revision: 2, name: 'AB' });
    expect(film).toMatchObject({ name: 'AB', revision: 3 });
  });

  it('is taken over when nothing is unsaved, and left alone while something is', () => {
    const { saver } = startServer();
    const theirs = { ...named('Theirs'), revision: 2 } as PublicFilm;
    expect(saver.adopt({ ...theirs, revision: 1 })).toBe('same');
    saver.change(named('Mine'));
    expect(saver.adopt(theirs)).toBe('ignored');
    saver.change(named('First'));
    expect(saver.adopt(theirs)).toBe('newer');
    expect(saver.adopt({ ...theirs, revision: 1 })).toBe('ignored');
  });

  it('takes a name beside the document of another window, which refuses its next edits', async () => {
    const { saver, film, answer, untilSent } = startServer();
    Object.assign(film, { document: named('Other').document, revision: 2 });
    saver.change({ ...named('First'), name: 'Lake' });
    const saved = saver.flush();
    await untilSent(1);
    answer();
    expect(await saved).toBe(true);
    expect([film.name, film.revision, saver.revision]).toEqual(['Lake', 3, 1]);
    saver.change({ ...named('Mine'), name: 'Lake' });
    const refused = saver.flush();
    await untilSent(2);
    answer();
    expect(await refused).toBe(false);
    expect(saver.state.get()).toBe('overtaken');
    expect(film.document).toEqual(named('Other').document);
  });
});

it('two documents are the same whatever the order of their names', () => {
  expect(isSame({ a: [1, { b: null, c: 2 }] }, { a: [1, { c: 2, b: null }] })).toBe(true);
  expect(isSame({ a: [1] }, { a: { 0: 1 } })).toBe(false);
  expect(isSame({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
