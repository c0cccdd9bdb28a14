import { expect, it } from 'vitest';
import { pressedKey } from './pressed-key.ts';

const press = (key: string, code = '', shiftKey = false) => pressedKey({ key, code, shiftKey });

it('a letter of a Latin layout is what it writes, wherever its key is', () => {
  expect(press('a', 'KeyQ')).toBe('a');
  expect(press('K', 'KeyK', true)).toBe('k');
  expect(press('2', 'Digit2')).toBe('2');
});

it('a letter of another script is the Latin one at its place', () => {
  expect(press('л', 'KeyK')).toBe('k');
  expect(press('Ψ', 'KeyC', true)).toBe('c');
  expect(press('ش', 'KeyA')).toBe('a');
  expect(press('б', 'Comma')).toBe(',');
});

it('a digit is the key at its place, also where it needs Shift or is written otherwise', () => {
  expect(press('&', 'Digit1')).toBe('1');
  expect(press('١', 'Digit1')).toBe('1');
  expect(press('?', 'Digit7', true)).toBe('?');
});

it('all other keys have their names', () => {
  expect(press('Escape', 'Escape')).toBe('escape');
  expect(press(' ', 'Space')).toBe(' ');
  expect(press('+', 'NumpadAdd')).toBe('+');
});
