import { expect, it } from 'vitest';
import { describeRefusal } from '../testing/describe-refusal.ts';
import { textField } from './text-field.ts';

it('a text without a message of its own names its limit', () => {
  const caption = textField({ rows: 1, maxCodePoints: 3 });
  expect(describeRefusal(caption.check('caption', 'four'))?.message).toBe(
    'This must be at most 3 characters',
  );
  expect(caption.check('caption', ' 🙂🙂🙂 ')).toEqual({ ok: true, value: '🙂🙂🙂' });
});
