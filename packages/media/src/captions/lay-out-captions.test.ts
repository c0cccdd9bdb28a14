import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutCaptions } from './lay-out-captions.ts';

/** Letters of half an em, wide ones of a whole, and a picture that no font has. */
const measureWidth = (text: string) =>
  [...text].reduce(
    (sum, letter) => sum + (letter === '🚢' ? 0 : /[\u3000-\u9fff\uff00-\uffef]/.test(letter) ? 1 : 0.5),
    0,
  );
const lay = (cues: Parameters<typeof layOutCaptions>[0], maxEms = 16) =>
  layOutCaptions(cues, { maxEms, measureWidth });
const listLines = (text: string, maxEms?: number) =>
  lay([{ start: 0, end: 4, text }], maxEms).map(({ lines }) => lines);

describe('captions in a picture', () => {
  it('a cue that fits keeps its lines and its times', () => {
    const cue = { start: 1, end: 2.5, text: 'Who said that?\nI did.' };
    expect(lay([cue])).toEqual([{ start: 1, end: 2.5, lines: ['Who said that?', 'I did.'] }]);
  });

  it('a line that is too wide is broken between words into lines of about the same width', () => {
    expect(listLines('The last ferry left the harbour at nine')).toEqual([
      ['The last ferry left', 'the harbour at nine'],
    ]);
  });

  it('Chinese is broken without spaces, and no line begins with a mark that closes', () => {
    const text = '最后一班渡船九点离开了港口，船上几乎没有人。';
    const [lines, ...others] = listLines(text, 12);
    expect(others).toEqual([]);
    expect(lines?.join('')).toBe(text);
    for (const line of lines ?? []) expect(line).toMatch(/^[^，。].{3,11}$/u);
  });

  it('a cue that two lines cannot hold becomes pages, each with its share of the time', () => {
    const pages = lay([{ start: 10, end: 14, text: 'one two six ten '.repeat(8).trim() }]);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatchObject({ start: 10, end: expect.closeTo(12, 0) });
    expect(pages[1]).toMatchObject({ start: pages[0]?.end, end: expect.closeTo(14) });
    for (const { lines } of pages) expect(lines).toHaveLength(2);
  });

  it('a word that is wider than the picture is cut', () => {
    expect(listLines('a'.repeat(80)).flat().join('')).toBe('a'.repeat(80));
  });

  it('a cue without a text, a length, a time or a letter that can be drawn is left out', () => {
    const cues = [
      { start: 0, end: 1, text: ' \n ' },
      { start: 1, end: 1, text: 'No length' },
      { start: 3, end: 2, text: 'Turned round' },
      { start: Number.NaN, end: 4, text: 'No time' },
      { start: -3, end: -1, text: 'Before the beginning' },
      { start: 4, end: 5, text: '🚢 🚢' },
    ];
    expect(lay(cues)).toEqual([]);
  });

  it('an overlap ends with the next cue, and cues that begin at once become one', () => {
    const cues = [
      { start: 2, end: 3, text: 'Second' },
      { start: -1, end: 9, text: 'First' },
      { start: 2, end: 4, text: 'Third' },
    ];
    expect(lay(cues)).toEqual([
      { start: 0, end: 2, lines: ['First'] },
      { start: 2, end: 4, lines: ['Second', 'Third'] },
    ]);
  });

  it('any text is shown whole, in two lines at most that fit, within its time', () => {
    const part = fc.constantFrom(
      'a',
      'word',
      '渡船',
      '，',
      '“',
      '(',
      ')',
      ' ',
      '\n',
      '-',
      'สวัสดี',
      'x'.repeat(70),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 400 }),
        fc.double({ min: 2, max: 40, noNaN: true }),
        (parts, maxEms) => {
          const text = parts.join('');
          const pages = lay([{ start: 0, end: 1, text }], maxEms);
          const squeezed = pages
            .flatMap(({ lines }) => lines)
            .join('')
            .replaceAll(' ', '');
          expect(squeezed).toBe(text.replaceAll(/\s/g, ''));
          let before = 0;
          for (const { start, end, lines } of pages) {
            expect(lines.length).toBeLessThanOrEqual(2);
            // A space counts with its typical width.
            for (const line of lines)
              expect(measureWidth(line.replaceAll(' ', ''))).toBeLessThanOrEqual(maxEms + 0.001);
            expect(start).toBeCloseTo(before);
            expect(end).toBeGreaterThan(start);
            before = end;
          }
          expect(before).toBeLessThanOrEqual(1.001);
        },
      ),
    );
  });
});
