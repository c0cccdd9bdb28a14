import type { PublicGeneration } from '@atelier/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { setKindClosures } from '#product/kinds/kind-closures.ts';
import { regenerateSearch } from './regenerate.ts';

const generation = {
  id: 'f2b5',
  kind: 'text-to-video',
  prompt: 'A fox',
  project_id: null,
  input: {
    prompt: 'A fox',
    aspect_ratio: '9:16',
    resolution: '720p',
    duration: 5,
    enable: false,
    seed: null,
    empty: '',
  },
} as unknown as PublicGeneration;

describe('regenerateSearch', () => {
  it('carries the kind and every field that was set', () => {
    expect(regenerateSearch(generation)).toEqual({
      model: 'text-to-video',
      prompt: 'A fox',
      aspect_ratio: '9:16',
      resolution: '720p',
      duration: 5,
      enable: false,
      empty: ' ',
      made_from: 'f2b5',
      project: 'none',
    });
  });

  it('says that the model named fields, without its words', () => {
    const error = { code: 'provider_rejected', message: 'Refused', reason: null };
    const fields = [{ field: 'prompt', message: 'Too long' }];
    const refused = { ...generation, error: { ...error, fields } };
    expect(regenerateSearch(refused)).toMatchObject({ refused: 'f2b5' });
    expect(JSON.stringify(regenerateSearch(refused))).not.toContain('Too long');
    expect(regenerateSearch({ ...generation, error: { ...error, fields: [] } })).not.toHaveProperty(
      'refused',
    );
  });

  it('names the project of the generation', () => {
    const ofProject = { ...generation, project_id: '9d31' };
    expect(regenerateSearch(ofProject)).toMatchObject({ project: '9d31' });
  });

  it('names the successor of a closed kind, but itself while it only leaves or nothing follows', () => {
    const closure = {
      kind: 'text-to-video',
      is_closed: true,
      cause: null,
      closed_at: null,
      leaves_at: null,
      note: null,
      successor: 'wan-v2-2-5b',
    };
    const modelAfter = (changes: object) => {
      setKindClosures([{ ...closure, ...changes }]);
      return regenerateSearch(generation).model;
    };
    expect(modelAfter({})).toBe('wan-v2-2-5b');
    expect(modelAfter({ is_closed: false, leaves_at: '2099-12-31' })).toBe('text-to-video');
    expect(modelAfter({ successor: null })).toBe('text-to-video');
  });
});

afterEach(() => setKindClosures([]));
