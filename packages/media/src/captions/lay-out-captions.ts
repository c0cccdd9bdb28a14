import { type Cue, isSpaceless, joinTexts } from '@atelier/catalog/captions';

/** Two lines at most, and the seconds between which they are shown. */
export type CaptionPage = { start: number; end: number; lines: string[] };

type Layout = {
  /** The widest line, in ems. */
  maxEms: number;
  /** The width of a text in ems, 0 when no letter of it can be drawn. */
  measureWidth: (text: string) => number;
};

/** Parts between which a line may end; a space is in front of some. */
type Piece = { text: string; hasSpace: boolean; width: number };

/** Marks that must not begin a line, and those that must not end one. */
const closing = /^[\p{Pe}\p{Pf}!,.:;?%…、。，．！？：；]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Lays cues out as pages. A cue that fits keeps its lines; a longer one is broken again, in scripts without spaces also
 * within a sentence, and is shown as several pages one after the other where two lines cannot hold it. An overlap ends
 * with the next cue, and a cue without a length or without a letter that can be drawn is left out.
 */
export function layOutCaptions(cues: readonly Cue[], layout: Layout): CaptionPage[] {
  return arrangeCues(cues).flatMap(({ start, end, text }) => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => layout.measureWidth(line.replaceAll(/\s/g, '')) > 0);
    if (lines.length === 0) return [];
    const isFitting = lines.length <= 2 && lines.every((line) => layout.measureWidth(line) <= layout.maxEms);
    return isFitting
      ? [{ start, end, lines }]
      : splitIntoPages({ start, end, text: joinTexts(lines) }, layout);
  });
}

/** Puts cues in the order of their times; cues that begin at the same time become one. */
function arrangeCues(cues: readonly Cue[]): Cue[] {
  const sorted = cues
    .filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end) && end > Math.max(0, start))
    .toSorted((a, b) => a.start - b.start);
  const groups = [...Map.groupBy(sorted, ({ start }) => Math.max(0, start))];
  return groups.map(([start, group], place) => {
    const next = groups[place + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const end = Math.min(next, Math.max(...group.map((cue) => cue.end)));
    return { start, end, text: group.map(({ text }) => text).join('\n') };
  });
}

/** Each page is shown for its share of the time. */
function splitIntoPages({ start, end, text }: Cue, layout: Layout): CaptionPage[] {
  const pages = choosePages(splitPieces(text, layout), layout);
  const widths = pages.map((lines) => lines.reduce((sum, line) => sum + layout.measureWidth(line), 0));
  const perEm = (end - start) / widths.reduce((sum, width) => sum + width, 0);
  let now = start;
  return pages.flatMap((lines, place) => {
    const from = now;
    now += (widths[place] ?? 0) * perEm;
    return now > from ? [{ start: from, end: now, lines }] : [];
  });
}

/** Lines of pages of about the same width, as few as hold the text; in the end a page for each piece. */
function choosePages(pieces: readonly Piece[], layout: Layout): string[][] {
  const total = sumWidths(pieces);
  const least = Math.ceil(total / (2 * layout.maxEms));
  for (let count = least; count < pieces.length; count = Math.ceil(count * 1.1)) {
    const groups = Map.groupBy(withMiddles(pieces), ({ middle }) => Math.floor((middle / total) * count));
    const pages = [...groups.values()].map((group) => breakInTwo(group, layout));
    if (pages.every((lines) => lines !== undefined)) return pages;
  }
  return pieces.map(({ text }) => [text]);
}

/** A piece that is wider than a line is cut between its letters. */
function splitPieces(text: string, { maxEms, measureWidth }: Layout): Piece[] {
  return joinSegments(text).flatMap((piece) => {
    const width = measureWidth(piece.text);
    if (width <= maxEms) return [{ ...piece, width }];
    const cut: Piece[] = [];
    for (const { segment } of letters.segment(piece.text)) {
      const letterWidth = measureWidth(segment);
      const last = cut.at(-1);
      if (last && last.width + letterWidth <= maxEms) {
        last.text += segment;
        last.width += letterWidth;
      } else cut.push({ text: segment, width: letterWidth, hasSpace: piece.hasSpace && cut.length === 0 });
    }
    return cut;
  });
}

/** Joins the words that no line may end between: only a space, or a script without spaces, lets one end. */
function joinSegments(text: string): Omit<Piece, 'width'>[] {
  const pieces: Omit<Piece, 'width'>[] = [];
  let hasSpace = false;
  for (const { segment } of words.segment(text)) {
    if (segment.trim() === '') {
      hasSpace = true;
      continue;
    }
    const last = pieces.at(-1);
    const isBreak =
      hasSpace ||
      ((isSpaceless(last?.text.at(-1) ?? '') || isSpaceless(segment)) &&
        !closing.test(segment) &&
        !opening.test(last?.text ?? ''));
    if (last && !isBreak) last.text += segment;
    else pieces.push({ text: segment, hasSpace: hasSpace && last !== undefined });
    hasSpace = false;
  }
  return pieces;
}

/** Approximate width of a space in ems. */
const spaceEms = 0.25;

/** The width of a line, in which the space in front of the first piece does not count. */
function sumWidths(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, { width, hasSpace }, place) => sum + width + (hasSpace && place > 0 ? spaceEms : 0),
    0,
  );
}

/** Pieces with the place of their middle in the whole text. */
function withMiddles(pieces: readonly Piece[]): (Piece & { middle: number })[] {
  let before = 0;
  return pieces.map((piece, place) => {
    const width = piece.width + (piece.hasSpace && place > 0 ? spaceEms : 0);
    before += width;
    return { ...piece, middle: before - width / 2 };
  });
}

/** One line, or two of about the same width; undefined when two cannot hold the pieces. */
function breakInTwo(pieces: readonly Piece[], { maxEms }: Layout): string[] | undefined {
  if (sumWidths(pieces) <= maxEms) return [joinPieces(pieces)];
  const breaks = pieces.slice(1).map((_, before) => {
    const [upper, lower] = [pieces.slice(0, before + 1), pieces.slice(before + 1)];
    return { lines: [upper, lower], widths: [sumWidths(upper), sumWidths(lower)] as const };
  });
  const [best] = breaks
    .filter(({ widths }) => Math.max(...widths) <= maxEms)
    .toSorted((a, b) => Math.max(...a.widths) - Math.max(...b.widths));
  return best?.lines.map(joinPieces);
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text, hasSpace }, place) => (hasSpace && place > 0 ? ` ${text}` : text)).join('');
}
