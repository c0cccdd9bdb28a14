import { describe, expect, it } from 'vitest';
import { chooseKind } from './choose-kind.ts';

describe('the kind that an address asks for', () => {
  it('is found by its id or by its model', () => {
    const found = { kindId: 'text-to-video', query: { prompt: 'a fox', model: 'text-to-video' } };
    expect(chooseKind('video', { model: 'text-to-video', prompt: 'a fox' })).toEqual(found);
    expect(chooseKind('video', { modelId: 'wan-t2v', prompt: 'a fox' })).toEqual(found);
  });

  it('is the first of its medium when the address names none', () => {
    expect(chooseKind('video', { prompt: 'a fox' })).toEqual({
      kindId: 'text-to-video',
      query: { prompt: 'a fox' },
    });
  });

  it('leaves an unknown name in the query, so that the form can tell', () => {
    expect(chooseKind('video', { model: 'sora' })).toEqual({
      kindId: 'text-to-video',
      query: { model: 'sora' },
    });
  });
});
