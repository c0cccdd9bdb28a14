import type { Cue } from './cues.ts';

/** Why a text is no file of captions; `line` is counted from 1. */
export type CaptionIssue =
  | { code: 'no_cues' }
  | { code: 'time_unreadable'; line: number }
  | { code: 'text_without_time'; line: number }
  | { code: 'too_many_cues'; max: number };
export type ParsedCaptions = { ok: true; cues: Cue[] } | { ok: false; issue: CaptionIssue };

const maxCues = 10_000;
/** Shown when a file states no length. */
const usualSeconds = 2;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ' };
const arrow = /\s*-{1,2}>\s*/;
/** Hours may be missing; the mark before the thousandths may be a comma or a point, and they may be shortened. */
const time = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?=\s|$)/;

/**
 * Reads SubRip or WebVTT as it is written in the wild: with or without a byte order mark, numbers and hours, in any order
 * and with any end of line. Ends before their start change places with it, an overlap ends with the next cue, and cues
 * without a text are left out.
 */
export function parseCaptions(file: string): ParsedCaptions {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/);
  const isVtt = /^WEBVTT(\s|$)/.test(lines[0] ?? '');
  const cues: Cue[] = [];
  let place = isVtt ? findBlank(lines, 0) : 0;
  while (place < lines.length) {
    const line = lines[place] ?? '';
    if (line.trim() === '' || isNumber(lines, place)) {
      place += 1;
    } else if (isVtt && /^(NOTE|STYLE|REGION)(\s|$)/.test(line)) {
      place = findBlank(lines, place);
    } else if (!arrow.test(line)) {
      return { ok: false, issue: { code: 'text_without_time', line: place + 1 } };
    } else {
      const times = readTimes(line);
      if (!times) return { ok: false, issue: { code: 'time_unreadable', line: place + 1 } };
      const end = findEnd(lines, place + 1);
      const text = readText(lines.slice(place + 1, end), isVtt);
      if (text !== '') cues.push({ ...times, text });
      place = end;
    }
  }
  if (cues.length === 0) return { ok: false, issue: { code: 'no_cues' } };
  if (cues.length > maxCues) return { ok: false, issue: { code: 'too_many_cues', max: maxCues } };
  return { ok: true, cues: arrange(cues) };
}

/** The end of a block that is no cue. */
function findBlank(lines: readonly string[], from: number): number {
  const blank = lines.findIndex((line, place) => place >= from && line.trim() === '');
  return blank === -1 ? lines.length : blank;
}

/** A line in front of times is the cue's number or name. */
function isNumber(lines: readonly string[], place: number): boolean {
  return !arrow.test(lines[place] ?? '') && arrow.test(lines[place + 1] ?? '');
}

function hasTimes(line = ''): boolean {
  return readTimes(line) !== undefined;
}

/** The text ends with a blank line, or where the next cue begins without one. */
function findEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const isNext = hasTimes(line) || (/^\s*\d+\s*$/.test(line) && hasTimes(lines[end + 1]));
    if (line.trim() === '' || isNext) break;
    end += 1;
  }
  return end;
}

function readTimes(line: string): { start: number; end: number } | undefined {
  const [first = '', second = '', ...others] = line.trim().split(arrow);
  const [start, end] = [readTime(first), readTime(second)];
  if (start === undefined || end === undefined || others.length > 0) return undefined;
  return start <= end ? { start, end } : { start: end, end: start };
}

function readTime(text: string): number | undefined {
  const found = time.exec(text);
  if (!found) return undefined;
  const [, hours = '0', minutes, seconds, thousandths = '0'] = found;
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return whole + Number(thousandths.padEnd(3, '0')) / 1_000;
}

/** The text without tags and places, of which players understand different ones. */
function readText(lines: readonly string[], isVtt: boolean): string {
  const text = lines
    .map((line) => line.replaceAll(/<\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi, '').trim())
    .filter((line) => line !== '')
    .join('\n');
  return isVtt ? text.replaceAll(/&(lt|gt|amp|nbsp);/g, (_, name: string) => entities[name] ?? '') : text;
}

/** Puts cues in the order of their times, without overlaps; cues that begin at the same time become one. */
function arrange(cues: readonly Cue[]): Cue[] {
  const sorted = cues.toSorted((a, b) => a.start - b.start);
  const [...groups] = Map.groupBy(sorted, ({ start }) => start).values();
  return groups.map((group, place) => {
    const start = group[0]?.start ?? 0;
    const ends = Math.max(...group.map(({ end }) => end));
    const next = groups[place + 1]?.[0]?.start ?? Number.POSITIVE_INFINITY;
    const end = Math.min(ends > start ? ends : start + usualSeconds, next);
    return { start, end, text: group.map(({ text }) => text).join('\n') };
  });
}
