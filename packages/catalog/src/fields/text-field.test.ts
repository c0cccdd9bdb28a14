import { expect, it } from 'vitest';
import { textField } from './text-field.ts';

it('a text without a message of its own names its limit', () => {
  const caption = textField({ rows: 1, maxCodePoints: 3 });
  expect(caption.check('caption', 'four')).toMatchObject({
    issue: { message: 'This must be at most 3 characters' },
  });
  expect(caption.check('caption', ' 🙂🙂🙂 ')).toEqual({ ok: true, value: '🙂🙂🙂' });
});
