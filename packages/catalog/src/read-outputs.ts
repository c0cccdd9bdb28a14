import * as z from 'zod/mini';
import type { ProviderOutputs } from './define-kind.ts';

const file = z.object({ url: z.string(), content_type: z.nullish(z.string()) });
const videoResult = z.object({ video: z.nullish(file), seed: z.optional(z.unknown()) });
const imageResult = z.object({
  images: z.nullish(z.array(file)),
  has_nsfw_concepts: z.nullish(z.array(z.boolean())),
  seed: z.optional(z.unknown()),
});
const audioResult = z.object({ audio: z.nullish(file) });
const textResult = z.object({ output: z.string() });

/** fal.md 3.1: `audio` File. The prompt beside it is the model's own when none was given. */
export function readAudio(result: unknown): ProviderOutputs {
  const { audio } = audioResult.parse(result);
  if (!audio) return { files: [] };
  return { files: [{ url: audio.url, contentType: audio.content_type ?? undefined, isFlagged: false }] };
}

/** fal.md 3.5: `output` is the answer. An empty one is none. What cannot be stored is left out. */
export function readText(result: unknown): ProviderOutputs {
  const text = textResult.parse(result).output.toWellFormed().replaceAll('\u0000', '').trim();
  return text === '' ? { files: [] } : { files: [], text };
}

/** fal.md 3.1: `video` File. No file means no output; the caller fails the generation. */
export function readVideo(result: unknown): ProviderOutputs {
  const { video, seed } = videoResult.parse(result);
  if (!video) return { files: [] };
  const files = [{ url: video.url, contentType: video.content_type ?? undefined, isFlagged: false }];
  return { files, ...seedOf(seed) };
}

/** fal.md 3.1: `images`, with `has_nsfw_concepts` in the same order; a flagged image is black (fal.md 4). */
export function readImages(result: unknown): ProviderOutputs {
  const { images, has_nsfw_concepts: flags, seed } = imageResult.parse(result);
  const files = (images ?? []).map((image, index) => ({
    url: image.url,
    contentType: image.content_type ?? undefined,
    isFlagged: flags?.[index] ?? false,
  }));
  return { files, ...seedOf(seed) };
}

/** A seed can exceed what a number holds exactly (fal.md 3.1); a wrong one is worse than none. */
function seedOf(seed: unknown): { seed?: number } {
  return Number.isSafeInteger(seed) ? { seed: seed as number } : {};
}
