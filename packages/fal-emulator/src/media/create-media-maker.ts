import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, stat, utimes } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildCaller } from '@atelier/media';
import { prepareFonts } from './fonts.ts';
import type { MixOrder } from './mix-sound.ts';
import type { ImageOrder } from './render-image.ts';
import type { SoundOrder } from './render-sound.ts';
import type { VideoOrder } from './render-video.ts';

type Orders = { video: VideoOrder; image: ImageOrder; sound: SoundOrder; mix: MixOrder };
export type MadeFile = { name: string; path: string; bytes: number };

export type MediaMaker = {
  /** Makes a file, or reuses the one made earlier for an equal order. */
  make<K extends keyof Orders>(kind: K, extension: string, order: Orders[K]): Promise<MadeFile>;
  close(): Promise<void>;
};

const makeTimeoutMs = 120_000;
/** Raised when the drawings change, so that cached files of an older version are not reused. */
const drawingVersion = 1;

/** Makes media in at most two child processes; a file's name in `directory` is a hash of its order. */
export async function createMediaMaker(options: {
  directory: string;
  fontDirectory: string;
}): Promise<MediaMaker> {
  await mkdir(options.directory, { recursive: true });
  const fontConfigPath = await prepareFonts(options.fontDirectory);
  const children = createChildCaller({
    modulePath: fileURLToPath(new URL('./media-maker-process.ts', import.meta.url)),
    processes: Math.min(2, Math.ceil(availableParallelism() / 2)),
    env: { ...process.env, FONTCONFIG_FILE: fontConfigPath },
    toError: (failure, message) => new Error(`The media maker ${failure}: ${message}`),
  });
  const underWay = new Map<string, Promise<MadeFile>>();

  const makeNew = async (kind: keyof Orders, order: unknown, path: string) => {
    // Other emulators may be making the same file.
    const temporaryPath = `${path}.${randomUUID()}.tmp`;
    await children.call(kind, { order, outputPath: temporaryPath }, makeTimeoutMs);
    await rename(temporaryPath, path);
  };

  return {
    make(kind, extension, order) {
      const key = createHash('sha256')
        .update(JSON.stringify([drawingVersion, kind, order]))
        .digest('hex');
      const name = `${key.slice(0, 32)}.${extension}`;
      const path = join(options.directory, name);
      const run = async () => {
        const known = await reuse(path);
        if (known === undefined) await makeNew(kind, order, path);
        return { name, path, bytes: known ?? (await stat(path)).size };
      };
      const promise = underWay.get(name) ?? run().finally(() => underWay.delete(name));
      underWay.set(name, promise);
      return promise;
    },
    close: () => children.close(),
  };
}

/** Returns the size of a file that is there, which is then kept for as long as a new one. */
async function reuse(path: string): Promise<number | undefined> {
  const now = new Date();
  return utimes(path, now, now).then(
    async () => (await stat(path)).size,
    () => undefined,
  );
}
