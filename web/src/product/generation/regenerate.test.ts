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

  it('names the project of the record', () => {
    const ofProject = { ...generation, project_id: '9d31' };
    expect(regenerateSearch(ofProject)).toMatchObject({ project: '9d31' });
  });
});
