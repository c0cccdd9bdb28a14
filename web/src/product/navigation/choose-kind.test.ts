import { describe, expect, it } from 'vitest';
import { chooseKind } from './choose-kind.ts';

/** Returns the choice without the path, which follows from the kind. */
function chosen(...args: Parameters<typeof chooseKind>) {
  const { kindId, query } = chooseKind(...args);
  return { kindId, query };
}

describe('the kind that an address names', () => {
  it('is found by its id or by its model', () => {
    const found = { kindId: 'text-to-video', query: { prompt: 'a fox', model: 'text-to-video' } };
    expect(chosen('video', { model: 'text-to-video', prompt: 'a fox' })).toEqual(found);
    expect(chosen('video', { modelId: 'wan-t2v', prompt: 'a fox' })).toEqual(found);
  });

  it('is the first of its medium when the address names none', () => {
    expect(chosen('video', { prompt: 'a fox' })).toEqual({
      kindId: 'text-to-video',
      query: { prompt: 'a fox' },
    });
  });

  it('leaves an unknown name in the query, for the form to report', () => {
    expect(chosen('video', { model: 'sora' })).toEqual({
      kindId: 'text-to-video',
      query: { model: 'sora' },
    });
  });

  it('is the one of the mode when a model has several kinds', () => {
    const textMode = { kindId: 'flux-dev', query: { model: 'flux-dev' } };
    const imageMode = { kindId: 'flux-dev-image-to-image', query: { model: 'flux-dev-image-to-image' } };
    expect(chosen('image', { model: 'flux-dev' })).toEqual(textMode);
    expect(chosen('image', { model: 'flux-dev', mode: 'text-to-image' })).toEqual(textMode);
    expect(chosen('image', { model: 'flux-dev', mode: 'image-to-image' })).toEqual(imageMode);
    expect(chosen('image', { image_generation_type: 'image-to-image' })).toEqual(imageMode);
  });

  it('keeps to the mode when the model does not have it, and leaves an unknown mode for the form to report', () => {
    expect(chosen('image', { model: 'janus-pro', mode: 'image-to-image' })).toEqual({
      kindId: 'flux-dev-image-to-image',
      query: { model: 'janus-pro' },
    });
    expect(chosen('image', { model: 'sd35', mode: 'style-transfer' })).toEqual({
      kindId: 'sd35',
      query: { model: 'sd35', mode: 'style-transfer' },
    });
  });
});
