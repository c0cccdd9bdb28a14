import { expect, it } from 'vitest';
import { readTranscript, transcriptOutputs } from './transcript.ts';

const silence = { text: '', language_code: 'eng', language_probability: 0, words: [] };

it('a transcript keeps no character that a database cannot store', () => {
  const unstorable = 'A\u0000\ud800';
  const word = { text: unstorable, type: 'word', start: 0, end: 1, speaker_id: null };
  const { text, transcript } = transcriptOutputs.readOutputs({
    ...silence,
    text: unstorable,
    words: [word],
  });
  expect(text).toBe('A\ufffd');
  expect(transcript?.words).toEqual([{ ...word, text: 'A\ufffd' }]);
});

it('a file in which nothing is said has an empty transcript, and is answered as fal does', () => {
  const { text, transcript } = transcriptOutputs.readOutputs(silence);
  expect([text, transcript?.words]).toEqual(['', []]);
  const delivered = { files: [], text, transcript, seed: null, prompt: '', inferenceSeconds: null };
  expect(transcriptOutputs.toResult(delivered)).toEqual(silence);
});

it('a text without stored words has none', () => {
  expect(readTranscript(null)).toBeUndefined();
  expect(readTranscript({ language_code: 'eng', words: [] })).toEqual({
    language_code: 'eng',
    language_probability: null,
    words: [],
  });
});
