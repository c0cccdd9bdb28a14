import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '../testing/sample-generation.ts';
import {
  isRunning,
  noGenerations,
  withAnswer,
  withGeneration,
  withoutGeneration,
  withoutSubmission,
  withSubmission,
  withUnsent,
} from './generations-state.ts';

const listEntries = (state: typeof noGenerations) => [...state.entries.values()];

describe('the generations of the page', () => {
  it('ignores a revision that is lower than or equal to the known one', () => {
    const known = withGeneration(
      noGenerations,
      sampleGeneration({ id: 'a', revision: 3, status: 'processing' }),
    );
    expect(withGeneration(known, sampleGeneration({ id: 'a', revision: 2, status: 'pending' }))).toBe(known);
    expect(withGeneration(known, sampleGeneration({ id: 'a', revision: 3, status: 'failed' }))).toBe(known);
    const newer = withGeneration(known, sampleGeneration({ id: 'a', revision: 4, status: 'completed' }));
    expect(listEntries(newer)[0]?.generation.status).toBe('completed');
  });

  it('takes over the place of one that waits, which changes without a revision', () => {
    const waiting = (place: number, revision = 3) =>
      sampleGeneration({
        id: 'a',
        revision,
        status: 'waiting',
        progress: { ...sampleGeneration().progress, stage: 'waiting', queue_position: place },
      });
    const second = withGeneration(noGenerations, waiting(2));
    const first = withGeneration(second, waiting(0));
    expect(listEntries(first)[0]?.generation.progress.queue_position).toBe(0);
    expect(withGeneration(first, waiting(5, 2))).toBe(first);
    const started = withGeneration(first, sampleGeneration({ id: 'a', revision: 4, status: 'pending' }));
    expect(withGeneration(started, waiting(0))).toBe(started);
  });

  it('keeps the key of a submission when the answer brings its real id', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const answered = withAnswer(sent, 'request-1', sampleGeneration({ id: 'a', revision: 1 }));
    expect(listEntries(answered)).toMatchObject([
      { key: 'request-1', isSending: false, generation: { id: 'a' } },
    ]);
  });

  it('keeps one entry when an event arrives before the answer', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const received = withGeneration(sent, sampleGeneration({ id: 'a', revision: 2, status: 'processing' }));
    expect(received.entries.size).toBe(1);
    const answered = withAnswer(received, 'request-1', sampleGeneration({ id: 'a', revision: 1 }));
    expect(listEntries(answered)).toMatchObject([{ key: 'request-1', generation: { id: 'a', revision: 2 } }]);
  });

  it('adds what another tab started during a submission once that submission has been answered', () => {
    const sent = withSubmission(noGenerations, sampleGeneration({ id: 'request-1', revision: 0 }));
    const received = withGeneration(sent, sampleGeneration({ id: 'other', revision: 1 }));
    const refused = withoutSubmission(received, 'request-1');
    expect(listEntries(refused).map((entry) => entry.key)).toEqual(['other']);
  });

  it('does not bring a deleted generation back on a late event', () => {
    const known = withGeneration(noGenerations, sampleGeneration({ id: 'a', revision: 1 }));
    const deleted = withoutGeneration(known, 'a');
    expect(withGeneration(deleted, sampleGeneration({ id: 'a', revision: 9 })).entries.size).toBe(0);
  });

  it('keeps a submission that did not go through, which runs again once it is sent again', () => {
    const draft = sampleGeneration({ id: 'request-1', revision: 0 });
    const sending = withSubmission(noGenerations, draft);
    const parked = withGeneration(sending, sampleGeneration({ id: 'other' }));
    const unsent = withUnsent(parked, draft, 'network_error');
    expect(listEntries(unsent)).toMatchObject([
      { key: 'request-1', isSending: false, unsentCode: 'network_error' },
      { key: 'other' },
    ]);
    expect(listEntries(unsent).map(isRunning)).toEqual([false, true]);
    const again = withSubmission(unsent, draft);
    expect(listEntries(again).map(isRunning)).toEqual([true, true]);
    const answered = withAnswer(again, 'request-1', sampleGeneration({ id: 'a' }));
    expect(answered.entries.get('a')).toEqual({
      key: 'request-1',
      isSending: false,
      generation: sampleGeneration({ id: 'a' }),
    });
  });
});
