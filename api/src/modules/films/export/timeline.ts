// A film as editors have it, for both formats: all lengths are whole pictures of the film, so that every cut is exact.
import { type CutFormat, countFrames, settleFormat } from '@atelier/catalog/cuts';
import type { FilmDocument, Shot } from '@atelier/catalog/films';

export type Rate = CutFormat['fps'];

/** A take that the film shows. `url`: its address, or its path beside the timeline. */
export type TimelineTake = {
  generationId: string;
  url: string;
  seconds: number;
  fps: number | null;
  width: number;
  height: number;
  hasSound: boolean;
};

/** Sound under all shots. Null: its length is unknown. */
export type TimelineSound = { url: string; seconds: number | null };

export type FilmToExport = {
  name: string;
  document: FilmDocument;
  /** Shown takes by the ids of their shots. */
  takes: ReadonlyMap<string, TimelineTake>;
  sound: TimelineSound | undefined;
};

export type TimelineShot = {
  shot: Shot;
  name: string;
  /** First picture in the film, and number of pictures. */
  start: number;
  frames: number;
  take: TimelineTake | undefined;
};

export type FilmTimeline = Omit<FilmToExport, 'takes'> & {
  fps: Rate;
  frames: number;
  shots: TimelineShot[];
};

/**
 * Rate and lengths are those of the joined film, unless `toRate` chooses another rate. A shot without a take lasts as long as
 * it asks for.
 */
export function toTimeline(
  { takes, ...film }: FilmToExport,
  toRate: (fps: Rate) => Rate = (fps) => fps,
): FilmTimeline {
  const fps = toRate(settleRate(film.document, takes));
  let frames = 0;
  const shots = film.document.shots.map((shot, index) => {
    const take = takes.get(shot.id);
    const start = frames;
    const length = toFrames(take?.seconds ?? shot.seconds, fps);
    frames += length;
    return { shot, name: nameShot(shot, index), start, frames: length, take };
  });
  return { ...film, fps, frames, shots };
}

function settleRate({ shots, shape }: FilmDocument, takes: FilmToExport['takes']): Rate {
  const [first, ...others] = shots.flatMap(({ id }) => takes.get(id) ?? []);
  return settleFormat(shape, [first ?? { width: 1920, height: 1080 }, ...others]).fps;
}

export function toFrames(seconds: number, fps: Rate): number {
  return countFrames({ start: 0, end: seconds, speed: 1 }, { fps });
}

const maxNameCodePoints = 60;

function nameShot({ prompt }: Shot, index: number): string {
  return [...`${index + 1} ${toLine(prompt)}`].slice(0, maxNameCodePoints).join('').trim();
}

/** A text in one line, without the control characters that readers stumble over. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}
