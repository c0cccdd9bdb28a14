import { cutLimits, cutSoundModes } from '@atelier/catalog/cuts';
import { emptyFilm, type FilmDocument, filmLimits, filmShapes, type Shot } from '@atelier/catalog/films';
import { readKept, writeKept } from '#product/kept/kept.ts';
import {
  readChoice,
  readFields,
  readFlag,
  readId,
  readList,
  readNumber,
  readSome,
  readText,
  readWhole,
} from '#product/kept/shapes.ts';
import { makeShot } from './film-edits.ts';
import type { FilmDraft } from './film-saver.ts';

const readStart = readFields({
  id: readId,
  kind: readText,
  seconds: readNumber(filmLimits.minShotSeconds, filmLimits.maxShotSeconds),
});
const readRest = readSome({
  prompt: readText,
  first_url: readText,
  last_url: readText,
  shares_last: readFlag,
  take_id: readId,
  volume: readNumber(0, cutLimits.volume),
});
const readFilm = readSome({
  shape: readChoice(...filmShapes),
  cast: readList(readFields({ name: readText, url: readText }), filmLimits.cast),
  sound: readFields({
    url: readText,
    mode: readChoice(...cutSoundModes),
    volume: readNumber(0, cutLimits.volume),
  }),
  budget_credits: readWhole(0, filmLimits.budget),
});

function readShot(value: unknown): Shot | undefined {
  const start = readStart(value);
  return start && makeShot({ ...start, ...readRest(value) });
}

/** Reads a document in which anything may stand; undefined without a list of shots. */
export function readDocument(value: unknown): FilmDocument | undefined {
  const shots = readList(readShot, filmLimits.shots)((value as { shots?: unknown } | null)?.shots);
  if (!shots) return undefined;
  const { cast = [], ...film } = readFilm(value) ?? {};
  return { ...emptyFilm, ...film, cast: [...cast], shots: [...shots] };
}

/** Edits of a film that this browser keeps because they were not saved; undefined when all of them were. */
export function readDraft(filmId: string): FilmDraft | undefined {
  const kept = readKept('film', filmId);
  const head = readFields({ name: readText, revision: readWhole(1, Number.MAX_SAFE_INTEGER) })(kept);
  const document = readDocument(kept?.document);
  return head && document && { ...head, document };
}

export function keepDraft(filmId: string, draft: FilmDraft | undefined): void {
  writeKept('film', draft && { ...draft }, filmId);
}
