import { Readable } from 'node:stream';
import { AppError, maxDownloadBytes } from '@atelier/contract';
import { findRecipePreferences } from '@atelier/db';
import { toExtension } from '@atelier/storage';
import type { RouteDeps } from '../../../api.ts';
import { openFile } from '../../downloads/open-file.ts';
import type { ZipEntry } from '../../downloads/zip-entries.ts';
import { writeEdl } from './edl.ts';
import { writeOtio } from './otio.ts';
import { type FilmFiles, type SoundFile, type TakeFile, toFilmToExport } from './read-film.ts';

/** Throws AppError download_too_large. */
export async function assertZipSize({ store }: Pick<RouteDeps, 'store'>, film: FilmFiles): Promise<void> {
  const sound = film.sound && (await store.find(film.sound.key));
  const bytes = film.takes.reduce((sum, { output }) => sum + (output.bytes ?? 0), sound?.bytes ?? 0);
  if (bytes > maxDownloadBytes)
    throw new AppError('download_too_large', {
      message: 'These files are too large for one download',
      details: { bytes, max_bytes: maxDownloadBytes },
    });
}

/**
 * The files of a film, each opened when its turn comes, and then the timelines, which name only what is in the zip: a file
 * that was deleted meanwhile leaves a gap.
 */
export async function* listFilmEntries(
  deps: RouteDeps,
  film: FilmFiles,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { downloads: hasRecipe } = await findRecipePreferences(deps.db.pool, userId);
  const paths = new Map<TakeFile | SoundFile, string>();
  for (const take of film.takes) {
    const opened = await openFile(deps, { ...take, format: 'original', hasRecipe });
    if (!opened.ok) continue;
    const name = `media/${nameTake(film, take)}.${toExtension(opened.contentType)}`;
    try {
      yield { name, source: opened.source, modifiedAt: take.generation.created_at };
    } finally {
      await opened.close();
    }
    paths.set(take, name);
  }
  const { sound } = film;
  if (sound && (await deps.store.find(sound.key))) {
    const name = `media/sound.${toExtension(sound.type)}`;
    yield { name, source: deps.store.read(sound.key), modifiedAt: new Date() };
    paths.set(sound, name);
  }
  const formatPath = (file: TakeFile | SoundFile) => paths.get(file);
  const written = toFilmToExport(film, { formatTake: formatPath, formatSound: formatPath });
  yield toTextEntry('film.otio', writeOtio(written));
  yield toTextEntry('film.edl', writeEdl(written));
}

/** Names the file of a take by the place of its shot, in letters that every system and editor accepts. */
function nameTake({ document }: FilmFiles, { shotId }: TakeFile): string {
  const place = document.shots.findIndex(({ id }) => id === shotId) + 1;
  return `shot-${String(place).padStart(3, '0')}`;
}

function toTextEntry(name: string, text: string): ZipEntry {
  return { name, source: Readable.from([Buffer.from(text)]), modifiedAt: new Date() };
}
