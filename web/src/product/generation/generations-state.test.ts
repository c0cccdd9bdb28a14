import { describe, expect, it } from 'vitest';
import {
  noGenerations,
  withAnswer,
  withGeneration,
  withoutGeneration,
  withoutSubmission,
  withSubmission,
} from './generations-state.ts';
import { sampleGeneration } from './testing/sample-generation.ts';

const cardsOf = (state: typeof noGenerations) => [...state.cards.values()];

describe('the generations of the page', () => {
  it('ignores news with a lower or the same revision', () => {
    const known = withGeneration(
      noGenerations,
      sampleGeneration({ id: 'a', revision: 3, status: 'processing' }),
    );
    expect(withGeneration(known, sampleGeneration({ id: 'a', revision: 2, status: 'pending' }))).toBe(known);
    expect(withGeneration(known, sampleGeneration({ id: 'a', revision: 3, status: 'failed' }))).toBe(known);
    const newer = withGeneration(known, sampleGeneration({ id: 'a', revision: 4, status: 'completed' }));
    expect(cardsOf(newer)[0]?.generation.status).toBe('completed');
  });

  it('keeps the key of a submission when its answer brings another id', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const answered = withAnswer(sent, 'request-1', sampleGeneration({ id: 'a', revision: 1 }));
    expect(cardsOf(answered)).toMatchObject([
      { key: 'request-1', isSending: false, generation: { id: 'a' } },
    ]);
  });

  it('shows one card when the event comes before the answer', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const told = withGeneration(sent, sampleGeneration({ id: 'a', revision: 2, status: 'processing' }));
    expect(told.cards.size).toBe(1);
    const answered = withAnswer(told, 'request-1', sampleGeneration({ id: 'a', revision: 1 }));
    expect(cardsOf(answered)).toMatchObject([{ key: 'request-1', generation: { id: 'a', revision: 2 } }]);
  });

  it('shows what other tabs started while a submission was under way once it is answered', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const told = withGeneration(sent, sampleGeneration({ id: 'other', revision: 1 }));
    const refused = withoutSubmission(told, 'request-1');
    expect(cardsOf(refused).map((card) => card.key)).toEqual(['other']);
  });

  it('does not bring a deleted generation back when late news of it comes', () => {
    const known = withGeneration(noGenerations, sampleGeneration({ id: 'a', revision: 1 }));
    const deleted = withoutGeneration(known, 'a');
    expect(withGeneration(deleted, sampleGeneration({ id: 'a', revision: 9 })).cards.size).toBe(0);
  });
});
