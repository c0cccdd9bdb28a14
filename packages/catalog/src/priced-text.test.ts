import { expect, it } from 'vitest';
import { getKind, kinds } from './index.ts';
import { findPricedText, priceOfText } from './priced-text.ts';

it('the price of speech follows the characters of its text, as a reader counts them', () => {
  const speech = getKind('text-to-speech');
  expect(priceOfText(speech, 1)).toBe(5);
  expect(priceOfText(speech, 100)).toBe(5);
  expect(priceOfText(speech, 101)).toBe(10);
  expect(priceOfText(speech, 5_000)).toBe(250);
  // A pair of UTF-16 units is one character.
  expect(speech.price({ prompt: '𝄞'.repeat(100) }).costCredits).toBe(5);
  expect(priceOfText(getKind('eleven-turbo-v2-5'), 5_000)).toBe(125);
  expect(priceOfText(getKind('chatterbox'), 1_000)).toBe(15);
});

it('only kinds that are sold by the character have a text that decides their price', () => {
  expect(kinds.filter(findPricedText).map(({ id }) => id)).toEqual([
    'text-to-speech',
    'eleven-turbo-v2-5',
    'minimax-speech-2-8-hd',
    'chatterbox',
    'seed-speech-2',
    'xai-tts',
    'gemini-3-1-flash-tts',
  ]);
  expect(priceOfText(getKind('music'), 1_000)).toBeUndefined();
});
