import type { Delivered, DeliveredFile } from './define-kind.ts';

/** One black pixel: what stands in the place of an image that was hidden, so that both lists keep their order. */
const blackImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** Outputs in fal's shapes (fal.md 3.1): the way back from `read-outputs.ts`, for programs written for fal. */
export function videoResult(delivered: Delivered): Record<string, unknown> {
  const [file] = delivered.files;
  return { video: file ? fileOf(file) : null, ...seedOf(delivered) };
}

/** Wan 2.2 repeats the prompt where it was expanded; by default the text is empty. */
export function videoAndPromptResult(delivered: Delivered): Record<string, unknown> {
  return { ...videoResult(delivered), prompt: '' };
}

/** The pro models give no seed. */
export function proVideoResult(delivered: Delivered): Record<string, unknown> {
  return { video: videoResult(delivered).video };
}

/** A flagged image is black, as at fal. */
export function imageResult(delivered: Delivered): Record<string, unknown> {
  const { files, prompt, inferenceSeconds } = delivered;
  return {
    images: files.map((file) => ({
      url: file.isFlagged ? blackImage : file.url,
      width: file.width,
      height: file.height,
      content_type: file.isFlagged ? 'image/png' : file.contentType,
    })),
    timings: inferenceSeconds === null ? {} : { inference: inferenceSeconds },
    ...seedOf(delivered),
    has_nsfw_concepts: files.map(({ isFlagged }) => isFlagged),
    prompt,
  };
}

export function audioResult({ files: [file], prompt }: Delivered): Record<string, unknown> {
  return { audio: file ? fileOf(file) : null, prompt };
}

export function textResult({ text }: Delivered): Record<string, unknown> {
  return { output: text ?? '', finish_reason: 'stop' };
}

function fileOf({ url, contentType, fileName, bytes }: DeliveredFile): Record<string, unknown> {
  return { url, content_type: contentType, file_name: fileName, file_size: bytes };
}

/** Left out rather than invented where the model did not say it, or said one that JSON cannot carry. */
function seedOf({ seed }: Delivered): { seed?: number } {
  return seed === null ? {} : { seed };
}
