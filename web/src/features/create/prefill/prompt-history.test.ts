import { expect, it } from 'vitest';
import { promptForKey } from './prompt-history.ts';

const prompts = ['newest', 'older', 'oldest'];
const press = (key: string, text: string, change = {}) =>
  promptForKey(
    { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...change },
    text,
    prompts,
  );

it('the arrow keys bring earlier prompts into an empty field, and back', () => {
  expect(press('ArrowUp', '')).toBe('newest');
  expect(press('ArrowUp', 'newest')).toBe('older');
  expect(press('ArrowUp', 'oldest')).toBeUndefined();
  expect(press('ArrowDown', 'older')).toBe('newest');
  expect(press('ArrowDown', 'newest')).toBe('');
  expect(press('ArrowDown', '')).toBeUndefined();
});

it('the arrow keys move the cursor in a text of the user’s own, and with selections', () => {
  expect(press('ArrowUp', 'my own')).toBeUndefined();
  expect(press('ArrowUp', '', { shiftKey: true })).toBeUndefined();
});
