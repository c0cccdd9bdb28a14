import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from './cues.ts';
import { makeCues, maxCueSeconds } from './make-cues.ts';
import { parseCaptions } from './parse-captions.ts';
import { measureWidth } from './text-width.ts';
import type { TimedWord } from './timed-words.ts';
import { listParagraphs, writeSrt, writeTranscript, writeVtt } from './write-captions.ts';

/** Words of a quarter of a second, one after the other, with the spaces that Scribe reports. */
function makeWords(text: string, { from = 0, speaker = 'speaker_0', seconds = 0.25 } = {}): TimedWord[] {
  return text.split(' ').flatMap((word, place) => {
    const start = from + place * seconds;
    const spoken = { text: word, start, end: start + seconds, type: 'word', speaker_id: speaker };
    return place === 0 ? [spoken] : [{ text: ' ', start, end: start, type: 'spacing' }, spoken];
  });
}

const texts = (cues: readonly Cue[]) => cues.map(({ text }) => text);
const nameSpeaker = (speaker: string) => `Speaker ${Number(speaker.replace('speaker_', '')) + 1}`;

describe('cues of a transcript', () => {
  it('a sentence that fits two lines is one cue, broken into lines of about the same length', () => {
    const [cue, ...others] = makeCues(
      makeWords('The last ferry left the harbour at nine, and it was almost empty.'),
    );
    expect(others).toEqual([]);
    expect(cue).toMatchObject({
      start: 0,
      text: 'The last ferry left the harbour at nine,\nand it was almost empty.',
    });
  });

  it('cues end with sentences, and short sentences share one', () => {
    const cues = makeCues(makeWords('Yes. No. The ferry has left the harbour. We walk home now.'));
    expect(texts(cues)).toEqual(['Yes. No. The ferry has left the harbour.', 'We walk home now.']);
  });

  it('the point of an initial or a number does not end a sentence', () => {
    expect(texts(makeCues(makeWords('The ferry of the captain J. Miller left at 9. of May.')))).toHaveLength(
      1,
    );
  });

  it('a pause, another speaker and an event begin a cue', () => {
    const cues = makeCues([
      ...makeWords('Are you there'),
      ...makeWords('I am', { from: 3 }),
      ...makeWords('Good', { from: 3.6, speaker: 'speaker_1' }),
      { text: '(laughter)', start: 4, end: 5, type: 'audio_event', speaker_id: 'speaker_1' },
      ...makeWords('So', { from: 5.1, speaker: 'speaker_1' }),
    ]);
    expect(texts(cues)).toEqual(['Are you there', 'I am', 'Good', '(laughter)', 'So']);
    expect(cues.map(({ speaker }) => speaker)).toEqual([
      'speaker_0',
      'speaker_0',
      'speaker_1',
      'speaker_1',
      'speaker_1',
    ]);
  });

  it('Chinese is counted by letters: 16 in a line, broken without spaces', () => {
    const letters = [...'最后一班渡船九点离开了港口，船上几乎没有人，我们只好走路回家。'];
    const cues = makeCues(
      letters.map((text, place) => ({ text, start: place * 0.2, end: place * 0.2 + 0.2, type: 'word' })),
    );
    const lines = cues.flatMap(({ text }) => text.split('\n'));
    expect(lines.join('')).toBe(letters.join(''));
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(16);
    for (const line of lines) expect(line).not.toMatch(/^[，。]/);
  });

  it('a short cue stays as long as it takes to read, where the next leaves that time', () => {
    const [first] = makeCues([
      ...makeWords('Unbelievably extraordinary', { seconds: 0.1 }),
      ...makeWords('Yes', { from: 5 }),
    ]);
    expect(first?.end).toBeCloseTo(1.3);
    const [pressed] = makeCues([
      ...makeWords('Go.', { seconds: 0.1 }),
      ...makeWords('Now', { from: 0.5, speaker: 'b' }),
    ]);
    expect(pressed?.end).toBeCloseTo(0.42);
  });

  it('words without times keep their place', () => {
    const cues = makeCues([
      { text: 'One', type: 'word' },
      { text: ' ', type: 'spacing' },
      { text: 'two', type: 'word', start: Number.NaN, end: -1 },
      { text: ' ', type: 'spacing' },
      { text: 'three', type: 'word', start: 2, end: 1 },
    ]);
    expect(texts(cues).join(' ')).toBe('One two three');
  });

  it('an empty transcript has no cues', () => {
    expect(makeCues([])).toEqual([]);
    expect(makeCues([{ text: ' ', type: 'spacing', start: 0, end: 1 }])).toEqual([]);
  });

  it('an hour without a full stop is split', () => {
    const words = makeWords(Array.from({ length: 9_000 }, (_, place) => `word${place}`).join(' '), {
      seconds: 0.4,
    });
    expect(makeCues(words).length).toBeGreaterThan(500);
  });
});

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z]{1,12}[.,!?]?$/),
  fc.constantFrom(
    '船',
    '港口。',
    '我们',
    'こんにちは',
    'ありがとう',
    '안녕',
    'é',
    '👩‍👩‍👧',
    '<b>',
    '-->',
    'a'.repeat(100),
  ),
);
const timedWords = fc.array(
  fc.record(
    {
      text: word,
      type: fc.constantFrom('word', 'word', 'word', 'audio_event'),
      start: fc.option(fc.double({ min: -1, max: 100 }), { nil: null }),
      end: fc.option(fc.double({ min: -1, max: 100 }), { nil: undefined }),
      speaker_id: fc.constantFrom('a', 'a', 'a', 'b', null),
    },
    { requiredKeys: ['text', 'type'] },
  ),
  { maxLength: 80 },
);
const isSpaced = fc.boolean();

const spread = (words: readonly TimedWord[], spaced: boolean): TimedWord[] =>
  spaced ? words.flatMap((each) => [each, { text: ' ', type: 'spacing' }]) : [...words];
const squeeze = (text: string) => text.replaceAll(/\s/g, '');

describe('cues of any transcript', () => {
  it('hold all words in their order', () => {
    fc.assert(
      fc.property(timedWords, isSpaced, (words, spaced) => {
        const cues = makeCues(spread(words, spaced));
        expect(squeeze(texts(cues).join(''))).toBe(squeeze(words.map(({ text }) => text).join('')));
      }),
    );
  });

  it('have two lines at most that fit, end after they begin, and never overlap', () => {
    fc.assert(
      fc.property(timedWords, isSpaced, (words, spaced) => {
        const cues = makeCues(spread(words, spaced));
        for (const [place, { start, end, text }] of cues.entries()) {
          const lines = text.split('\n');
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(42);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(maxCueSeconds + 0.001);
          expect(start).toBeGreaterThanOrEqual(cues[place - 1]?.end ?? 0);
        }
      }),
    );
  });

  it('are read back from SubRip and WebVTT as they were written', () => {
    const plain = timedWords.map((words) => words.filter(({ text }) => text !== '<b>'));
    fc.assert(
      fc.property(plain, (words) => {
        const cues = makeCues(spread(words, true)).map(({ start, end, text }) => ({ start, end, text }));
        fc.pre(cues.length > 0);
        for (const file of [writeSrt(cues), writeVtt(cues)]) {
          const parsed = parseCaptions(file);
          expect(parsed.ok && texts(parsed.cues)).toEqual(texts(cues));
          const read = parsed.ok ? parsed.cues : [];
          for (const [place, { start }] of read.entries())
            expect(start).toBeCloseTo(cues[place]?.start ?? -1, 2);
        }
      }),
    );
  });
});

describe('files of captions', () => {
  const cues: Cue[] = [
    { start: 0, end: 1.5, text: 'Hello,\nis <this> on?', speaker: 'speaker_0' },
    { start: 3_725.25, end: 3_727, text: 'It is & was --> yes', speaker: 'speaker_1' },
  ];

  it('SubRip has numbers, hours and a comma', () => {
    expect(writeSrt(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nHello,\nis <this> on?\n\n2\n01:02:05,250 --> 01:02:07,000\nIt is & was --> yes\n',
    );
  });

  it('WebVTT names the speakers and escapes what would be a tag', () => {
    expect(writeVtt(cues, nameSpeaker)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v Speaker 1>Hello,\nis &lt;this&gt; on?\n\n01:02:05.250 --> 01:02:07.000\n<v Speaker 2>It is &amp; was --&gt; yes\n',
    );
    expect(writeVtt([])).toBe('WEBVTT\n');
  });

  it('a transcript has a paragraph for each speaker, and names them only where there are several', () => {
    expect(writeTranscript(cues, nameSpeaker)).toBe(
      '[00:00:00] Speaker 1\nHello, is <this> on?\n\n[01:02:05] Speaker 2\nIt is & was --> yes\n',
    );
    expect(writeTranscript(cues.slice(0, 1), nameSpeaker)).toBe('[00:00:00]\nHello, is <this> on?\n');
  });

  it('a paragraph goes on across cues, in Chinese without spaces and in Korean with them', () => {
    const join = (first: string, second: string) =>
      listParagraphs([
        { start: 0, end: 1, text: first },
        { start: 1, end: 2, text: second },
      ]).map(({ text }) => text);
    expect(join('最后一班', '渡船')).toEqual(['最后一班渡船']);
    expect(join('마지막', '배')).toEqual(['마지막 배']);
    expect(join('the last', 'ferry')).toEqual(['the last ferry']);
  });
});

describe('captions as they are found in the wild', () => {
  const read = (file: string) => {
    const parsed = parseCaptions(file);
    return parsed.ok ? parsed.cues : parsed.issue;
  };

  it('a byte order mark, other ends of lines, missing hours and a point are read', () => {
    expect(
      read('\uFEFF1\r\n00:01.5 --> 00:02,250\r\nOne\r\n\r\n2\r\n00:00:03.000 -> 00:00:04\r\nTwo'),
    ).toEqual([
      { start: 1.5, end: 2.25, text: 'One' },
      { start: 3, end: 4, text: 'Two' },
    ]);
    expect(read('1\r00:00:01,000 --> 00:00:02,000\rOne\r')).toEqual([{ start: 1, end: 2, text: 'One' }]);
  });

  it('a file in any order, with overlaps and swapped or empty times, comes out in order', () => {
    const file = `
3
00:00:09,000 --> 00:00:08,000 X1:40 X2:600
Swapped

1
00:00:01,000 --> 00:00:05,000
<i>Long</i> {\\an8}one

2
00:00:03,000 --> 00:00:03,000
Without a length

4
00:00:20,000 --> 00:00:21,000

`;
    expect(read(file)).toEqual([
      { start: 1, end: 3, text: 'Long one' },
      { start: 3, end: 5, text: 'Without a length' },
      { start: 8, end: 9, text: 'Swapped' },
    ]);
  });

  it('a cue without a number or a blank line is kept apart from the one before', () => {
    expect(read('00:00:01,000 --> 00:00:02,000\nOne\n00:00:02,000 --> 00:00:03,000\nTwo')).toHaveLength(2);
    expect(read('1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo')).toEqual([
      { start: 1, end: 2, text: 'One' },
      { start: 2, end: 3, text: 'Two' },
    ]);
  });

  it('a cue that begins with another becomes one with it', () => {
    const file = '1\n00:01,000 --> 00:02,000\nOne\n\n2\n00:01,000 --> 00:03,000\nTwo\n';
    expect(read(file)).toEqual([{ start: 1, end: 3, text: 'One\nTwo' }]);
  });

  it('head, notes and entities of WebVTT are understood', () => {
    const file =
      'WEBVTT Kind: captions\n\nNOTE made by hand\nin two lines\n\nname\n00:01.000 --> 00:02.000 line:0\n<v Ann>a &lt; b &amp; c';
    expect(read(file)).toEqual([{ start: 1, end: 2, text: 'a < b & c' }]);
  });

  it.each([
    ['', { code: 'no_cues' }],
    ['1\n00:00:01,000 --> 00:00:02,000\n\n', { code: 'no_cues' }],
    ['A letter to a friend', { code: 'text_without_time', line: 1 }],
    ['1\n00:00:01,000 --> soon\nOne', { code: 'time_unreadable', line: 2 }],
    ['1\n00:00:01,000 --> 00:00:02,000\nOne\n\nlost words\n', { code: 'text_without_time', line: 5 }],
    ['00:00:01,000 --> 00:00:02,000\nOne\n\n'.repeat(10_001), { code: 'too_many_cues', max: 10_000 }],
  ])('what is no file of captions is refused with its line (%#)', (file, issue) => {
    expect(read(file)).toEqual(issue);
  });

  it('any text is read or refused, never an exception', () => {
    const parts = fc.constantFrom(
      '1',
      '\n',
      '\r\n',
      ' --> ',
      '00:00:01,000',
      '00:02.5',
      'text',
      'WEBVTT',
      'NOTE',
      '<b>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), (all) => {
        const parsed = parseCaptions(all.join(''));
        if (!parsed.ok) return;
        for (const [place, { start, end }] of parsed.cues.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(parsed.cues[place - 1]?.end ?? 0);
        }
      }),
    );
  });
});
