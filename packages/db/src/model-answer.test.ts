import { expect, it } from 'vitest';
import type { GenerationRow } from './generation-row.ts';
import { findModelFailure } from './model-answer.ts';

const failed = { status: 'failed', kind: 'kling-v3-pro-image-to-video', error_code: 'provider_rejected' };
const readDetail = (error_fields: unknown) =>
  findModelFailure({ ...failed, error_reason: 'Refused', error_fields } as GenerationRow)?.detail;

it('the answer names a field as fal does, with its index in a list and fal’s type, for programs that were written for fal', () => {
  const named = [
    { field: 'image_url', message: 'Too small', type: 'image_too_small' },
    { field: 'end_image_url', index: 1, message: 'Not an image' },
  ];
  expect(readDetail(named)).toEqual([
    { loc: ['body', 'start_image_url'], msg: 'Too small', type: 'image_too_small' },
    { loc: ['body', 'end_image_url', 1], msg: 'Not an image', type: 'value_error' },
  ]);
  expect(readDetail([])).toEqual([{ loc: ['body'], msg: 'Refused', type: 'value_error' }]);
});

it.each([null, 'x', [null], [{ field: 'prompt' }], [{ field: 7, message: 'x' }], [{ message: 'x' }]])(
  'a stored reason of another form is left out: %j',
  (stored) => {
    expect(readDetail(stored)).toEqual([{ loc: ['body'], msg: 'Refused', type: 'value_error' }]);
  },
);
