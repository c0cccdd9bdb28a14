import { describe, expect, it } from 'vitest';
import { readRecordView, withoutRecordView, writeRecordView } from './record-address.ts';

describe('the address of an open record', () => {
  it('names the record, one of its images, or its details', () => {
    for (const view of [
      { id: 'a', image: 1, isDetails: false },
      { id: 'a', image: 3, isDetails: false },
      { id: 'a', image: 1, isDetails: true },
    ])
      expect(readRecordView(writeRecordView(view))).toEqual(view);
    expect(writeRecordView({ id: 'a', image: 1 })).toBe('a');
  });

  it('opens the first image when the place makes no sense', () => {
    for (const text of ['a.0', 'a.-1', 'a.1.5', 'a.x', 'a.'])
      expect(readRecordView(text)).toEqual({ id: 'a', image: 1, isDetails: false });
  });

  it('is absent without a record', () => {
    for (const text of [undefined, '', 7]) expect(readRecordView(text)).toBeUndefined();
  });

  it('is no field of a form', () => {
    expect(withoutRecordView({ view: 'a', prompt: 'b' })).toEqual({ prompt: 'b' });
  });
});
