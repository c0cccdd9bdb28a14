import * as z from 'zod/mini';
import type { Transcript } from './captions/timed-words.ts';
import { toStorable } from './storable.ts';

/** A file as fal describes it. The content type is a hint; the real one is read from the file. */
export type ProviderFile = { url: string; contentType?: string; isFlagged: boolean };

/** `seed` is reported by the model; absent when it reports none, or one that a number cannot hold. */
export type ProviderOutputs = {
  files: readonly ProviderFile[];
  text?: string;
  /** Words with their times: of the text, where it is a transcript, or of the first file, where that is speech. */
  transcript?: Transcript;
  seed?: number;
};

/** A stored file, at an address that its reader can use. A flagged file has none. */
export type DeliveredFile = Pick<ProviderFile, 'url' | 'isFlagged'> & {
  contentType: string;
  fileName: string;
  bytes: number | null;
  /** Length of a sound or video; null where it was not measured. */
  seconds: number | null;
  width: number | null;
  height: number | null;
};

/** Output of a generation, for `toResult`. */
export type Delivered = {
  files: readonly DeliveredFile[];
  text: string | undefined;
  transcript?: unknown;
  seed: number | null;
  prompt: string;
  inferenceSeconds: number | null;
};

/** One of fal's result shapes, in both directions. */
export type OutputFormat = {
  readOutputs: (result: unknown) => ProviderOutputs;
  toResult: (delivered: Delivered) => Record<string, unknown>;
};

/** A file as an object or as an address alone. The content type is only advice, so one that is no text is ignored. */
const file = z.union([
  z.object({ url: z.string(), content_type: z.catch(z.nullish(z.string()), null) }),
  z.pipe(
    z.string().check(z.regex(/^https?:\/\//)),
    z.transform((url) => ({ url, content_type: null })),
  ),
]);
/** Files of a result. A missing or unreadable one must not cost the others. */
const files = z.array(z.catch(z.nullish(file), null));
const videoSchema = z.object({ video: z.nullish(file), seed: z.optional(z.unknown()) });
const videoListSchema = z.object({ video: z.nullish(files) });
const imageSchema = z.object({
  images: z.nullish(files),
  has_nsfw_concepts: z.catch(z.array(z.catch(z.boolean(), false)), []),
  seed: z.optional(z.unknown()),
});
const seedSchema = z.object({ seed: z.optional(z.unknown()) });
const songSchema = z.object({ audio: z.nullish(files), seed: z.optional(z.unknown()) });
const audioSchema = z.object({ audio: z.nullish(file) });
const textSchema = z.object({ output: z.string() });

export const videoOutputs: OutputFormat = { readOutputs: readVideo, toResult: videoResult };

/** Wan 2.2 repeats the prompt when it was expanded; by default the text is empty. */
export const videoAndPromptOutputs: OutputFormat = {
  readOutputs: readVideo,
  toResult: (delivered) => ({ ...videoResult(delivered), prompt: '' }),
};

/** The pro models report no seed. */
export const proVideoOutputs: OutputFormat = {
  readOutputs: readVideo,
  toResult: (delivered) => ({ video: videoResult(delivered).video }),
};

/** A video with its length in seconds. */
export const timedVideoOutputs: OutputFormat = {
  readOutputs: readVideo,
  toResult: (delivered) => ({
    video: videoResult(delivered).video,
    duration: delivered.files[0]?.seconds ?? 0,
  }),
};

/** A video with subtitles; the words that are said are in the picture alone. */
export const subtitledVideoOutputs: OutputFormat = {
  readOutputs: readVideo,
  toResult: (delivered) => ({ video: videoResult(delivered).video, transcription: '', subtitle_count: 0 }),
};

/** A list of videos, of which the first is the result. */
export const firstVideoOutputs: OutputFormat = {
  readOutputs(result) {
    const { video } = videoListSchema.parse(result);
    const [first] = video ?? [];
    return { files: first ? [read(first)] : [] };
  },
  toResult: ({ files: [video] }) => ({ video: video ? [write(video)] : [] }),
};

/** `has_nsfw_concepts` has the order of `images`; a flagged image is black. */
export const imageOutputs: OutputFormat = {
  readOutputs(result) {
    const { images, has_nsfw_concepts: flags, seed } = imageSchema.parse(result);
    const files = (images ?? []).flatMap((image, index) =>
      image ? [{ ...read(image), isFlagged: flags[index] ?? false }] : [],
    );
    return { files, ...readSeed(seed) };
  },
  toResult: ({ files, prompt, inferenceSeconds, seed }) => ({
    images: files.map(({ isFlagged, url, width, height, contentType }) => ({
      url: isFlagged ? blackImage : url,
      width,
      height,
      content_type: isFlagged ? 'image/png' : contentType,
    })),
    timings: inferenceSeconds === null ? {} : { inference: inferenceSeconds },
    ...writeSeed(seed),
    has_nsfw_concepts: files.map(({ isFlagged }) => isFlagged),
    prompt,
  }),
};

const imagesSchema = z.object({ images: z.nullish(files), seed: z.optional(z.unknown()) });
const singleImageSchema = z.object({ image: z.nullish(file), seed: z.optional(z.unknown()) });

/** Images of models that flag nothing in their answer; with `seed` where the model reports it. */
export const unflaggedOutputs: OutputFormat = {
  readOutputs: readImages,
  toResult: ({ files, seed }) => ({ images: files.map(writeImage), ...writeSeed(seed) }),
};

/** Nano Banana describes its images, or leaves the text empty. */
export const describedOutputs: OutputFormat = {
  readOutputs: readImages,
  toResult: ({ files }) => ({ images: files.map(writeImage), description: '' }),
};

/** Result of tools, which make one image of one; with `seed` where the model reports it. */
export const singleImageOutputs: OutputFormat = {
  readOutputs(result) {
    const { image, seed } = singleImageSchema.parse(result);
    return { files: image ? [read(image)] : [], ...readSeed(seed) };
  },
  toResult: ({ files: [image], seed }) => ({ image: image ? write(image) : null, ...writeSeed(seed) }),
};

/** A sound made from words. */
export const soundOutputs: OutputFormat = {
  readOutputs: readAudio,
  toResult: ({ files: [sound] }) => ({ audio: sound ? write(sound) : null }),
};

/** The same with its length in whole milliseconds. */
export const timedSoundOutputs: OutputFormat = {
  readOutputs: readAudio,
  toResult: ({ files: [sound] }) => ({
    audio: sound ? write(sound) : null,
    duration_ms: Math.round((sound?.seconds ?? 0) * 1_000),
  }),
};

/** The same with the seed that the model reports. */
export const seededSoundOutputs: OutputFormat = {
  readOutputs: (result) => ({ ...readAudio(result), ...readSeed(seedSchema.parse(result).seed) }),
  toResult: ({ files: [sound], seed }) => ({ audio: sound ? write(sound) : null, ...writeSeed(seed) }),
};

/** A list of sounds, of which the first is the result, with the seed that the model reports. */
export const songOutputs: OutputFormat = {
  readOutputs(result) {
    const { audio, seed } = songSchema.parse(result);
    const [first] = audio ?? [];
    return { files: first ? [read(first)] : [], ...readSeed(seed) };
  },
  toResult: ({ files: [song], seed }) => ({ audio: song ? [write(song)] : [], ...writeSeed(seed) }),
};

/** A sound with its prompt: when none was given, the result carries the model's own. */
export const audioOutputs: OutputFormat = {
  readOutputs: readAudio,
  toResult: ({ files: [sound], prompt }) => ({ audio: sound ? write(sound) : null, prompt }),
};

/** Answer of a question. An empty one counts as none; characters that PostgreSQL cannot store are removed. */
export const textOutputs: OutputFormat = {
  readOutputs(result) {
    const text = toStorable(textSchema.parse(result).output).trim();
    return text === '' ? { files: [] } : { files: [], text };
  },
  toResult: ({ text }) => ({ output: text ?? '', finish_reason: 'stop' }),
};

function readImages(result: unknown): ProviderOutputs {
  const { images, seed } = imagesSchema.parse(result);
  return { files: (images ?? []).flatMap((image) => (image ? [read(image)] : [])), ...readSeed(seed) };
}

function readAudio(result: unknown): ProviderOutputs {
  const { audio } = audioSchema.parse(result);
  return { files: audio ? [read(audio)] : [] };
}

function writeImage({ url, width, height, contentType }: DeliveredFile): Record<string, unknown> {
  return { url, width, height, content_type: contentType };
}

/** Reads a video. Without a file there is no output, and the caller fails the generation. */
function readVideo(result: unknown): ProviderOutputs {
  const { video, seed } = videoSchema.parse(result);
  return video ? { files: [read(video)], ...readSeed(seed) } : { files: [] };
}

function videoResult({ files: [video], seed }: Delivered): Record<string, unknown> {
  return { video: video ? write(video) : null, ...writeSeed(seed) };
}

function read({ url, content_type: contentType }: z.infer<typeof file>): ProviderFile {
  return { url, contentType: contentType ?? undefined, isFlagged: false };
}

function write({ url, contentType, fileName, bytes }: DeliveredFile): Record<string, unknown> {
  return { url, content_type: contentType, file_name: fileName, file_size: bytes };
}

/** Reads a seed, unless a number cannot hold it exactly: a wrong seed is worse than none. */
function readSeed(seed: unknown): { seed?: number } {
  return Number.isSafeInteger(seed) ? { seed: seed as number } : {};
}

/** Omits a seed that the model did not report, or that JSON cannot carry. */
function writeSeed(seed: number | null): { seed?: number } {
  return seed === null ? {} : { seed };
}

/** One black pixel, in place of an image that was hidden, so that both lists keep their order. */
const blackImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** A video as the Wan models deliver it, for tests. */
export const wanVideoSample = {
  video: {
    url: 'https://v3.fal.media/files/lion/a1b2c3_output.mp4',
    content_type: 'video/mp4',
    file_name: 'output.mp4',
    file_size: 1842210,
  },
  seed: 839201,
};

/** The pro models report no seed. */
export const wanProSample = {
  video: { url: 'https://v3.fal.media/files/koala/p1_output.mp4', content_type: 'video/mp4' },
};

/** A video with a transparent background. */
export const cutOutSample = {
  video: { url: 'https://v3.fal.media/files/lion/cut.webm', content_type: 'video/webm' },
};

/** One image as all image models deliver it, for tests. */
export function imageSample(image: {
  url: string;
  seed: number;
  prompt: string;
  width?: number;
  height?: number;
}) {
  const { url, seed, prompt, width = 1024, height = 1024 } = image;
  return {
    images: [{ url, width, height, content_type: 'image/jpeg' }],
    timings: { inference: 2.7 },
    seed,
    has_nsfw_concepts: [false],
    prompt,
  };
}
