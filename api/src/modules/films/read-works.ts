// The film that works of the library become: a video is a shot with that take, a picture one that begins with it.
import { findKind, recommendedIds } from '@atelier/catalog';
import {
  emptyFilm,
  type FilmDocument,
  filmLimits,
  filmShapes,
  listLengths,
  makesShots,
  pickLength,
  type Shot,
} from '@atelier/catalog/films';
import { planShot } from '@atelier/catalog/server';
import { isAppError } from '@atelier/contract';
import {
  type GenerationWithOutputs,
  listKindClosures,
  listOwnGenerations,
  type OutputRow,
  withOutputs,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { createOwnMediaFinder } from '../uploads/find-own-media.ts';
import { assertValid, refusedValue } from './read-document.ts';

/** A work that is the take of a shot from the start. `place`: that of the work in the request. */
export type ChosenTake = { shotId: string; generationId: string; place: number };

/** Throws validation_failed with the places of works that are unknown, in the trash, another user's, or have no picture. */
export async function readWorks(
  deps: RouteDeps,
  userId: string,
  works: readonly string[],
): Promise<{ document: FilmDocument; takes: ChosenTake[] }> {
  const found = await findFiles(deps, userId, works);
  const kind = await findUsualKind(deps);
  const findPicture = createPictureFinder(deps, userId);
  const shots: Shot[] = [];
  const takes: ChosenTake[] = [];
  for (const [place, { generation, output }] of found.entries()) {
    const id = uuidv7();
    if (isPicture(output)) {
      shots.push({
        ...emptyShot,
        id,
        kind,
        seconds: findLength(kind),
        first_url: `/media/${output.storage_key}`,
      });
      continue;
    }
    takes.push({ shotId: id, generationId: generation.id, place });
    const own = findKind(generation.kind);
    const {
      image_url,
      start_image_url = image_url,
      end_image_url,
    } = generation.input as Record<string, unknown>;
    const first_url = await findPicture(start_image_url);
    shots.push({
      ...emptyShot,
      id,
      prompt: generation.prompt.slice(0, filmLimits.prompt),
      kind: own && makesShots(own) ? own.id : kind,
      seconds: clampSeconds(output.duration_seconds ?? 0),
      first_url,
      last_url: first_url && (await findPicture(end_image_url)),
    });
  }
  return { document: { ...emptyFilm, shape: findShape(found), shots }, takes };
}

const emptyShot = {
  prompt: '',
  first_url: null,
  last_url: null,
  shares_last: false,
  take_id: null,
  volume: 1,
};

type WorkFile = GenerationWithOutputs & { output: OutputRow };

/** The first file of each work, in their order. */
async function findFiles({ db }: RouteDeps, userId: string, works: readonly string[]): Promise<WorkFile[]> {
  const ids = works.map((id) => id.toLowerCase());
  const rows = await withOutputs(db.pool, await listOwnGenerations(db.pool, userId, ids));
  const byId = new Map(rows.map((row) => [row.generation.id, row]));
  const files = ids.map((id, place): WorkFile | undefined => {
    const row = ids.indexOf(id) === place ? byId.get(id) : undefined;
    const output = row?.outputs.find((each) => each.storage_key && !each.is_flagged);
    return row && output && fits(output) ? { ...row, output } : undefined;
  });
  assertValid(files.flatMap((file, place) => (file ? [] : [refuseWork(place)])));
  return files.filter((file) => file !== undefined);
}

export const refuseWork = (place: number) =>
  refusedValue(`works.${place}`, 'This is no video or picture of yours, or it is named twice');

/** The take of a shot is the first file of its generation. */
function fits(output: OutputRow): boolean {
  const isVideo = output.content_type.startsWith('video/') && output.position === 0;
  return isPicture(output) || (isVideo && (output.duration_seconds ?? 0) > 0);
}

function isPicture({ content_type: type }: OutputRow): boolean {
  return type.startsWith('image/');
}

/** The first recommended kind that is open and makes shots of a picture, or of a text alone. */
async function findUsualKind({ db }: RouteDeps): Promise<string> {
  const closed = new Set(
    (await listKindClosures(db.pool)).flatMap(({ kind, closed_at }) => (closed_at ? [kind] : [])),
  );
  const usable = recommendedIds.filter((kind) => {
    const shot = { ...emptyShot, id: '', kind, seconds: 1 };
    return (
      !closed.has(kind) &&
      [null, '/media/any'].every(
        (first_url) => planShot({ ...emptyFilm, shots: [{ ...shot, first_url }] }, 0).ok,
      )
    );
  });
  return usable[0] ?? '';
}

const usualSeconds = 5;

function findLength(kindId: string): number {
  const kind = findKind(kindId);
  return (kind && pickLength(listLengths(kind), usualSeconds)) ?? usualSeconds;
}

function clampSeconds(seconds: number): number {
  return Math.min(filmLimits.maxShotSeconds, Math.max(filmLimits.minShotSeconds, seconds));
}

/** The shape that the first work comes closest to. */
function findShape([first]: readonly WorkFile[]): FilmDocument['shape'] {
  const { width, height } = first?.output ?? {};
  if (!width || !height) return emptyFilm.shape;
  const distance = (shape: FilmDocument['shape']) => {
    const [across = 1, down = 1] = shape.split(':').map(Number);
    return Math.abs(Math.log((width * down) / (height * across)));
  };
  return filmShapes.toSorted((one, other) => distance(one) - distance(other))[0] ?? emptyFilm.shape;
}

/** Finds a picture that a work was made of; null when it was made of none, or that is gone. */
function createPictureFinder(deps: RouteDeps, userId: string) {
  const find = createOwnMediaFinder(deps, userId);
  return async (address: unknown): Promise<string | null> => {
    if (typeof address !== 'string' || address === '') return null;
    try {
      return (await find(address, '', 'image')).url;
    } catch (error) {
      if (isAppError(error)) return null;
      throw error;
    }
  };
}
