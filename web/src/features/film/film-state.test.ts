import { emptyFilm } from '@atelier/catalog/films';
import { describe, expect, it } from 'vitest';
import { makeShot } from './film-edits.ts';
import { beginFilm, type FilmAction, type FilmState, reduceFilm } from './film-state.ts';

const shot = (id: string) => makeShot({ id, kind: 'wan-v2-7-text-to-video', seconds: 5 });
const empty = beginFilm({ name: 'Harbour', document: emptyFilm });
const run = (state: FilmState, ...actions: FilmAction[]) => actions.reduce(reduceFilm, state);
const filled = run(
  empty,
  ...['a', 'b', 'c'].map((id, place): FilmAction => ({ do: 'insert', shot: shot(id), place })),
);
const listIds = ({ edits }: FilmState) => edits.document.shots.map(({ id }) => id).join('');

describe('shots', () => {
  it('are put at a place and chosen there', () => {
    const more = run(filled, { do: 'insert', shot: shot('x'), place: 1 });
    expect(listIds(more)).toBe('axbc');
    expect(more.selectedId).toBe('x');
  });

  it('are at most two hundred', () => {
    const many = Array.from(
      { length: 260 },
      (_, place): FilmAction => ({ do: 'insert', shot: shot(`s${place}`), place }),
    );
    expect(run(empty, ...many).edits.document.shots).toHaveLength(200);
  });

  it('move, and the choice follows', () => {
    const moved = run(filled, { do: 'move', id: 'c', place: 0 });
    expect(listIds(moved)).toBe('cab');
    expect(moved.selectedId).toBe('c');
    expect(run(filled, { do: 'move', id: 'c', place: 9 })).toBe(filled);
  });

  it('are removed, and the next one is chosen', () => {
    const less = run(filled, { do: 'select', id: 'b' }, { do: 'remove', id: 'b' });
    expect(listIds(less)).toBe('ac');
    expect(less.selectedId).toBe('c');
    expect(run(less, { do: 'remove', id: 'c' }).selectedId).toBe('a');
    expect(listIds(run(less, { do: 'undo' }))).toBe('abc');
  });

  it('share a picture until it is removed', () => {
    const shared = run(filled, { do: 'share', id: 'a', url: 'https://files.test/still.png' });
    expect(shared.edits.document.shots[0]).toMatchObject({
      last_url: 'https://files.test/still.png',
      shares_last: true,
    });
    const plain = run(shared, { do: 'change', id: 'a', change: { last_url: null }, atMs: 0 });
    expect(plain.edits.document.shots[0]).toMatchObject({ last_url: null, shares_last: false });
  });
});

describe('undo of a film', () => {
  it('takes back quickly typed text in one step', () => {
    const type = (prompt: string, atMs: number): FilmAction => ({
      do: 'change',
      id: 'a',
      change: { prompt },
      atMs,
    });
    const typed = run(filled, type('A', 1_000), type('A k', 1_200), type('A kite', 1_900));
    expect(typed.edits.document.shots[0]?.prompt).toBe('A kite');
    expect(run(typed, { do: 'undo' }).edits).toEqual(filled.edits);
    expect(run(typed, { do: 'undo' }, { do: 'redo' }).edits).toEqual(typed.edits);
  });

  it('reaches back over fifty steps', () => {
    const names = Array.from(
      { length: 60 },
      (_, index): FilmAction => ({ do: 'rename', name: `${index}`, atMs: index * 9_000 }),
    );
    const back = run(filled, ...names, ...names.map((): FilmAction => ({ do: 'undo' })));
    expect(back.edits.name).toBe('9');
    expect(back.future).toHaveLength(50);
    expect(run(back, ...names.map((): FilmAction => ({ do: 'redo' }))).edits.name).toBe('59');
  });

  it('reaches back before what another window has changed', () => {
    const theirs = { name: 'Theirs', document: emptyFilm };
    const loaded = run(filled, { do: 'load', edits: theirs });
    expect(loaded.edits).toEqual(theirs);
    expect(loaded.selectedId).toBeUndefined();
    expect(run(loaded, { do: 'undo' }).edits).toEqual(filled.edits);
    expect(run(filled, { do: 'load', edits: structuredClone(filled.edits) })).toBe(filled);
  });

  it('has no step for a change to the same value', () => {
    expect(run(filled, { do: 'change', id: 'a', change: { seconds: 5 }, atMs: 0 })).toBe(filled);
    expect(run(filled, { do: 'rename', name: 'Harbour', atMs: 0 })).toBe(filled);
    expect(run(filled, { do: 'change-film', change: { shape: '16:9' }, atMs: 0 })).toBe(filled);
  });
});
