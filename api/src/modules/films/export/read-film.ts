// The film with the files that an export names: the shown takes, and the sound. Next: export-route.ts.
import { findKind } from '@atelier/catalog';
import { type FilmDocument, findTake } from '@atelier/catalog/films';
import { AppError } from '@atelier/contract';
import {
  findOwnFilm,
  type GenerationRow,
  type GenerationWithOutputs,
  listFilmGenerations,
  listFilmTakes,
  type OutputRow,
  withOutputs,
} from '@atelier/db';
import type { RouteDeps } from '../../../api.ts';
import { findOwnFile } from '../../uploads/resolve-input-files.ts';
import type { FilmToExport, TimelineTake } from './timeline.ts';

export type TakeFile = { shotId: string; generation: GenerationRow; output: OutputRow };
export type SoundFile = { key: string; type: string; seconds: number | null };

/** `takes`: one for each shot that shows one, in the order of the shots. */
export type FilmFiles = {
  name: string;
  document: FilmDocument;
  takes: TakeFile[];
  sound: SoundFile | undefined;
};

/** Throws AppError not_found. */
export async function readFilm(
  deps: RouteDeps,
  { id, userId }: { id: string; userId: string },
): Promise<FilmFiles> {
  const { pool } = deps.db;
  const film = await findOwnFilm(pool, id, userId);
  if (!film) throw new AppError('not_found');
  const { takes } = await listFilmTakes(pool, id);
  const made = await withOutputs(pool, await listFilmGenerations(pool, id));
  const byId = new Map(made.map((each) => [each.generation.id, each]));
  const { name, document } = film;
  return {
    name,
    document,
    takes: document.shots.flatMap((shot) => {
      const take = findTake(shot, takes);
      return take ? toTakeFile(shot.id, byId.get(take.id)) : [];
    }),
    sound: await findSound(deps, userId, document),
  };
}

function toTakeFile(shotId: string, made: GenerationWithOutputs | undefined): TakeFile[] {
  const output = made?.outputs[0];
  if (!made || !output?.storage_key || output.is_flagged) return [];
  return [{ shotId, generation: made.generation, output }];
}

/** Returns undefined when the film has no sound, or its file is gone. */
async function findSound(
  deps: RouteDeps,
  userId: string,
  { sound }: FilmDocument,
): Promise<SoundFile | undefined> {
  const key = sound ? deps.mediaAddresses.parseKey(sound.url) : undefined;
  const file = key === undefined ? undefined : await findOwnFile(deps, userId, key);
  return key === undefined || !file ? undefined : { key, type: file.type, seconds: file.seconds ?? null };
}

/** Where an export says that each file is; undefined leaves a file out. */
type Addresses = {
  formatTake: (take: TakeFile) => string | undefined;
  formatSound: (sound: SoundFile) => string | undefined;
};

export function toFilmToExport(
  { name, document, takes, sound }: FilmFiles,
  { formatTake, formatSound }: Addresses,
): FilmToExport {
  const placed = takes.flatMap((take): [string, TimelineTake][] => {
    const url = formatTake(take);
    return url === undefined ? [] : [[take.shotId, toTimelineTake(take, url)]];
  });
  const soundUrl = sound && formatSound(sound);
  return {
    name,
    document,
    takes: new Map(placed),
    sound: sound && soundUrl ? { url: soundUrl, seconds: sound.seconds } : undefined,
  };
}

function toTimelineTake({ generation, output }: TakeFile, url: string): TimelineTake {
  return {
    generationId: generation.id,
    url,
    seconds: output.duration_seconds ?? 0,
    fps: output.fps,
    width: output.width ?? 0,
    height: output.height ?? 0,
    hasSound: hasSound(generation),
  };
}

function hasSound({ kind, input }: GenerationRow): boolean {
  const { generate_audio: isOn, generate_audio_switch: isSwitchedOn } = input as Record<string, unknown>;
  return findKind(kind)?.hasSound === true && isOn !== false && isSwitchedOn !== false;
}
