import type { GenerationStatus } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { arrangeEntries } from './ended-rows.ts';

/** Entries such as `a:failed`, the newest first. */
function listEntries(...texts: string[]) {
  return texts.map((text) => {
    const [key = '', status] = text.split(':');
    return {
      key,
      generation: sampleGeneration({ id: key, status: status as GenerationStatus }),
      isSending: false,
    };
  });
}

function arrange(...texts: string[]) {
  const { shown, folded, heroKey } = arrangeEntries(listEntries(...texts));
  return { shown: shown.map(({ key }) => key), folded: folded.map(({ key }) => key), heroKey };
}

describe('the order of the preview column', () => {
  it('keeps failures where they are until there is a newer result', () => {
    expect(arrange('c:processing', 'b:failed', 'a:cancelled')).toEqual({
      shown: ['c', 'b', 'a'],
      folded: [],
      heroKey: undefined,
    });
  });

  it('folds those that are older than the newest result', () => {
    expect(
      arrange('g:failed', 'f:processing', 'e:partial', 'd:cancelled', 'c:completed', 'b:failed', 'a:pending'),
    ).toEqual({ shown: ['g', 'f', 'e', 'c', 'a'], folded: ['d', 'b'], heroKey: 'e' });
  });
});
