import { expect, it } from 'vitest';
import { fileWords } from './file-words.ts';

it.each([
  ['हिन्दी में एक बाघ', ['हिन्दी', 'में', 'एक', 'बाघ']],
  ['เสือในหิมะ', ['เสือในหิมะ']],
  ['Cafe\u0301 au lait', ['Café', 'au', 'lait']],
  ['שָׁלוֹם 🦊 ok', ['שָׁלוֹם'.normalize('NFC'), 'ok']],
  ['a/b\\c:*?"<>|\u0007', ['a', 'b', 'c']],
  ['..', []],
])('the words of %j for the name of a file are %j', (text, words) => {
  expect([...fileWords(text)]).toEqual(words);
});
