import type { PublicGeneration } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
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

  it('names the project of the record', () => {
    const ofProject = { ...generation, project_id: '9d31' };
    expect(regenerateSearch(ofProject)).toMatchObject({ project: '9d31' });
  });
});
