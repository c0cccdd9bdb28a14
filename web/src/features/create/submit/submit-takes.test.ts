import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { listTakes } from './submit-takes.ts';

const kind = getKind('text-to-video');

describe('listTakes', () => {
  it('gives the set seed to the first result, and seeds of their own to the others', () => {
    const seeds = listTakes(kind, { prompt: 'A fox', seed: 7 }, 4).map(({ seed }) => seed);
    expect(seeds[0]).toBe(7);
    expect(new Set(seeds).size).toBe(4);
  });

  it('leaves the seeds to the model where none is set', () => {
    const input = { prompt: 'A fox' };
    expect(listTakes(kind, input, 2)).toEqual([input, input]);
  });

  it('repeats the input of a kind without seeds', () => {
    const answers = getKind('image-understanding');
    const input = { question: 'How many?', image: '/media/x.png' };
    expect(listTakes(answers, input, 2)).toEqual([input, input]);
  });
});
