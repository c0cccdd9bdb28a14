import type { GenerationStatus } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { arrangeStage, chooseHero, type Hero } from './stage-order.ts';

/** Entries such as `a:failed`, the newest first. */
function makeEntries(...texts: string[]) {
  return texts.map((text) => {
    const [key = '', status] = text.split(':');
    return {
      key,
      generation: sampleGeneration({ id: key, status: status as GenerationStatus }),
      isSending: false,
    };
  });
}

/** The large one after each of these states of the page. */
function follow(...states: string[][]): (string | undefined)[] {
  let hero: Hero | undefined;
  return states.map((texts) => {
    hero = chooseHero(makeEntries(...texts), hero);
    return hero.key;
  });
}

function arrange(heroKey: string | undefined, ...texts: string[]) {
  const { rows, folded, works } = arrangeStage(makeEntries(...texts), heroKey);
  const listKeys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key).join('');
  return { rows: listKeys(rows), folded: listKeys(folded), works: listKeys(works) };
}

describe('the large generation of a form', () => {
  it('is the newest result, and the first one to run where nothing did', () => {
    expect(follow(['c:failed', 'b:completed', 'a:completed'])).toEqual(['b']);
    expect(follow(['a:completed'], ['b:pending', 'a:completed'], ['b:completed', 'a:completed'])).toEqual([
      'a',
      'b',
      'b',
    ]);
  });

  it('does not give way to a second one, nor to results that arrive beside it', () => {
    expect(
      follow(
        ['b:processing', 'a:completed'],
        ['c:pending', 'b:processing', 'a:completed'],
        ['c:completed', 'b:processing', 'a:completed'],
        ['c:completed', 'b:completed', 'a:completed'],
        ['d:processing', 'c:completed', 'b:completed', 'a:completed'],
      ),
    ).toEqual(['b', 'b', 'b', 'b', 'd']);
  });

  it('gives way to what runs beside it, else to the newest result, when it fails', () => {
    expect(
      follow(['c:pending', 'b:processing', 'a:completed'], ['c:pending', 'b:failed', 'a:completed']),
    ).toEqual(['b', 'c']);
    expect(follow(['b:processing', 'a:completed'], ['b:failed', 'a:completed'])).toEqual(['b', 'a']);
  });

  it('is the one that the address names, as soon as it is known', () => {
    const before = chooseHero(makeEntries('b:completed'), undefined, 'a');
    const after = chooseHero(makeEntries('b:completed', 'a:completed'), before, 'a');
    expect([before.key, after.key]).toEqual(['b', 'a']);
    expect(chooseHero(makeEntries('c:pending', 'a:completed'), after, 'a').key).toBe('c');
  });
});

describe('the order of the stage', () => {
  it('keeps failures as rows until there is a newer result', () => {
    expect(arrange(undefined, 'c:waiting', 'b:failed', 'a:cancelled')).toEqual({
      rows: 'ba',
      folded: '',
      works: '',
    });
  });

  it('folds failures that are older than the newest result, and lists the other works in their order', () => {
    expect(
      arrange(
        'e',
        'g:failed',
        'f:processing',
        'e:partial',
        'd:cancelled',
        'c:completed',
        'b:failed',
        'a:waiting',
      ),
    ).toEqual({ rows: 'g', folded: 'db', works: 'fc' });
  });
});

describe('the takes of one press', () => {
  const make = (key: string, line: number, change = {}) => ({
    key,
    generation: sampleGeneration({
      id: `id ${key}`,
      status: 'completed',
      batch_id: 'press',
      batch_line: line,
      batch_set: 1,
      ...change,
    }),
    isSending: false,
  });
  const list = (entries: ReturnType<typeof make>[], ended?: Set<string>) => {
    const { takes, works } = arrangeStage(entries, entries[0]?.key, ended);
    return [takes, works].map((each) => each.map(({ key }) => key).join(''));
  };

  it('are one card in the order of their lines, until the user has chosen', () => {
    const entries = [make('b', 2), make('a', 1), make('c', 3, { batch_id: null })];
    expect(list(entries)).toEqual(['ab', 'c']);
    expect(list(entries, new Set(['press']))).toEqual(['', 'ac']);
  });

  it('are not taken for a batch of several forms, nor for one that was made elsewhere and has ended', () => {
    expect(list([make('a', 1), make('b', 2, { kind: 'veo3-1' })])).toEqual(['', 'b']);
    const elsewhere = ['x', 'y'].map((id, index) => ({ ...make(id, index + 1), key: `id ${id}` }));
    expect(list(elsewhere)[0]).toBe('');
    const runs = elsewhere.map((entry, index) =>
      index === 0 ? entry : make('y', 2, { status: 'processing' }),
    );
    expect(list(runs)[0]).not.toBe('');
  });
});
