import { describe, expect, it } from 'vitest';
import { ownName } from './storable.ts';

const name = ownName(10);

describe('a name', () => {
  it.each(['Boats', '  Boats ', '船', '⛵️', '…', '١', 'e\u0301'])('may be %j', (text) => {
    expect(name.parse(text)).toBe(text.trim().normalize('NFC'));
  });

  it.each([
    '',
    '   ',
    '\u200b\u200d',
    '\u202e\u2066',
    '\u0301',
    '\ufe0f',
    'Boats\u0000',
    '\ud83e',
    'eleven long',
  ])('may not be %j', (text) => {
    expect(name.safeParse(text).success).toBe(false);
  });
});
