import { describe, expect, it } from 'vitest';
import { makeCues } from './captions/make-cues.ts';
import { spokenOutputs } from './spoken-words.ts';

const audio = { url: 'https://v3.fal.media/files/otter/speech.mp3', content_type: 'audio/mpeg' };
/** A part of which each letter takes a tenth of a second. */
const letters = (text: string, from = 0) => ({
  characters: [...text],
  character_start_times_seconds: [...text].map((_, place) => from + place / 10),
  character_end_times_seconds: [...text].map((_, place) => from + (place + 1) / 10),
});
const read = (timestamps: unknown) => spokenOutputs.readOutputs({ audio, timestamps });
const listCues = (timestamps: unknown) =>
  makeCues(read(timestamps).transcript?.words ?? []).map(({ text, start }) => [text, start]);

describe('the words of a speech', () => {
  it('are its letters up to each space, with the times of the first and the last', () => {
    expect(read([letters('Hi there.')]).transcript).toEqual({
      language_code: '',
      language_probability: null,
      words: [
        { text: 'Hi', start: 0, end: 0.2, type: 'word' },
        { text: ' ', start: 0.3, end: 0.3, type: 'spacing' },
        { text: 'there.', start: 0.3, end: 0.9, type: 'word' },
      ],
    });
  });

  it('go on over parts, also where a part counts from its own beginning', () => {
    const whole = [letters('The ferry left the harbour. '), letters('We walk home now.', 2.8)];
    const apart = [letters('The ferry left the harbour. '), letters('We walk home now.')];
    const cues = [
      ['The ferry left the harbour.', 0],
      ['We walk home now.', 2.8],
    ];
    expect(listCues(whole)).toEqual(cues);
    expect(listCues(apart)).toEqual(cues);
  });

  it('are read from whole words, too, and in Chinese without spaces', () => {
    expect(
      listCues([
        { text: 'Hello', start: 0.5, end: 1 },
        { text: 'you', start: 1, end: 1.4 },
      ]),
    ).toEqual([['Hello you', 0.5]]);
    expect(listCues([letters('渡轮九点离开。')])).toEqual([['渡轮九点离开。', 0]]);
    expect(
      listCues([
        { text: '渡轮', start: 0, end: 1 },
        { text: '离开。', start: 1, end: 2 },
      ]),
    ).toEqual([['渡轮离开。', 0]]);
  });

  it('have no directions in brackets, which are not said', () => {
    expect(listCues([letters('[softly, like a friend] Come in.')])).toEqual([['Come in.', 2.4]]);
    expect(
      listCues([
        { text: '[laughs]', start: 0, end: 1 },
        { text: 'Yes.', start: 1, end: 2 },
      ]),
    ).toEqual([['Yes.', 1]]);
  });

  it.each([
    ['none', null],
    ['an empty list', []],
    ['an unknown shape', [{ word: 'Hi', at: 1 }]],
    ['letters without times', [{ ...letters('Hi'), character_end_times_seconds: [] }]],
    ['times before the beginning', [{ text: 'Hi', start: -1, end: 1 }]],
    ['an end before its start', [{ text: 'Hi', start: 2, end: 1 }]],
    ['a direction alone', [letters('[sighs]')]],
  ])('are left out, and the sound is delivered, with %s', (_, timestamps) => {
    expect(read(timestamps)).toEqual({
      files: [{ url: audio.url, contentType: 'audio/mpeg', isFlagged: false }],
    });
  });

  it('are in the result that a program gets, each with its times', () => {
    const { transcript } = read([letters('Hi there.')]);
    const delivered = { files: [], text: undefined, transcript, seed: null, prompt: '', inferenceSeconds: 1 };
    expect(spokenOutputs.toResult(delivered)).toEqual({
      audio: null,
      timestamps: [
        { text: 'Hi', start: 0, end: 0.2 },
        { text: 'there.', start: 0.3, end: 0.9 },
      ],
    });
    expect(spokenOutputs.toResult({ ...delivered, transcript: null })).toEqual({ audio: null });
  });

  it('can be stored whatever is in them', () => {
    expect(read([{ text: 'a\u0000\ud800b', start: 0, end: 1 }]).transcript?.words).toEqual([
      { text: 'a\ufffdb', start: 0, end: 1, type: 'word' },
      { text: ' ', start: 1, end: 1, type: 'spacing' },
    ]);
  });
});
