import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFacts, MediaProcess } from '@atelier/media';
import { refusal } from './model-failure.ts';

const downloadTimeoutMs = 20_000;
const maxInputBytes = 200 * 1024 * 1024;
const sizeUnknown = 0;

/** A file that an input names, downloaded and read. */
export type InputFile = {
  path: string;
  bytes: number;
  contentType: string;
  width: number;
  height: number;
  durationSeconds: number;
};

/** `isSilent`: it has no sound, or every sample of it is zero. */
export type Recording = InputFile & { isSilent: boolean };

export type InputLoader = {
  image(field: string, url: string): Promise<InputFile>;
  video(field: string, url: string): Promise<InputFile>;
  /** A sound, or a video of which only the sound counts. */
  recording(field: string, url: string): Promise<Recording>;
  sound(field: string, url: string): Promise<InputFile>;
};

/** Downloads the files that inputs name into `directory`, named by their content, and probes them. */
export function createInputLoader(directory: string, media: MediaProcess): InputLoader {
  const load = async (field: string, url: string): Promise<MediaFacts & { path: string }> => {
    const bytes = await download(url).catch(() => undefined);
    if (!bytes)
      throw fileFailure(
        field,
        url,
        'file_download_error',
        'Failed to download the file. Please check if the URL is accessible and try again.',
      );
    const path = join(directory, createHash('sha256').update(bytes).digest('hex').slice(0, 32));
    await writeWhole(path, directory, bytes);
    try {
      return { ...(await media.probe(path)), path };
    } catch {
      // fal says only that it could not load the file, never why.
      throw fileFailure(
        field,
        url,
        'image_load_error',
        'Failed to load the file. Please ensure it is not corrupted and in a supported format.',
      );
    }
  };
  const toInput = (facts: MediaFacts & { path: string }): InputFile => ({
    path: facts.path,
    bytes: facts.bytes,
    contentType: facts.contentType,
    width: facts.width ?? sizeUnknown,
    height: facts.height ?? sizeUnknown,
    durationSeconds: facts.durationSeconds ?? sizeUnknown,
  });
  return {
    async image(field, url) {
      const facts = await load(field, url);
      if (facts.contentType.startsWith('image/') && facts.contentType !== 'image/gif') return toInput(facts);
      throw fileFailure(field, url, 'image_load_error', 'The file is not an image in a supported format.');
    },
    async recording(field, url) {
      const facts = await load(field, url);
      if (!/^(audio|video)\//.test(facts.contentType))
        throw fileFailure(
          field,
          url,
          'value_error',
          'The file is not an audio or video in a supported format.',
        );
      const peaks = facts.hasAudio ? await media.peaks(facts.path) : [];
      return { ...toInput(facts), isSilent: peaks.every((peak) => peak === 0) };
    },
    async sound(field, url) {
      const facts = await load(field, url);
      if (facts.contentType.startsWith('audio/')) return toInput(facts);
      throw fileFailure(field, url, 'audio_load_error', 'The file is not a sound in a supported format.');
    },
    async video(field, url) {
      const facts = await load(field, url);
      if (facts.contentType.startsWith('video/') || facts.contentType === 'image/gif') return toInput(facts);
      throw fileFailure(field, url, 'value_error', 'The file is not a video in a supported format.');
    },
  };
}

/** Accepts http(s) addresses and data URIs, as fal's models do. */
async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) });
  if (!response.ok) throw new Error(`The address answered ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > maxInputBytes)
    throw new Error('The file is too large');
  return Buffer.from(await response.arrayBuffer());
}

async function writeWhole(path: string, directory: string, bytes: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true });
  const temporaryPath = `${path}.${process.pid}.${performance.now()}.tmp`;
  await writeFile(temporaryPath, bytes);
  await rename(temporaryPath, path);
}

function fileFailure(field: string, url: string, type: string, msg: string) {
  return refusal({ loc: ['body', field], msg, type, input: url.slice(0, 500) });
}
