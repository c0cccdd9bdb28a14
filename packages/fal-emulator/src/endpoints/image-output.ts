import type { FalImage, Tools } from '../tools.ts';
import { custom, type Field, readInteger } from './fields.ts';

type ImagesOrder = {
  title: string;
  prompt: string;
  seed: number;
  isFlagged: boolean;
  tools: Tools;
  count: number;
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  photoPath?: string;
};

/** Images alone, as models answer that flag nothing: one per seed, counting up from `seed`. */
export function plainImages({
  title,
  count,
  prompt,
  seed,
  tools,
  ...picture
}: ImagesOrder): Promise<FalImage[]> {
  const { width, height, format, photoPath } = picture;
  const one = (index: number) =>
    tools.image({
      width,
      height,
      format,
      seed: seed + index,
      caption: { title, prompt, footer: `Local preview · seed ${seed + index}` },
      ...(photoPath ? { photoPath } : {}),
    });
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

/**
 * fal's image output: one image per seed, counting up from `seed`. When flagged, only the first image is black, which is
 * how a request delivers part of its images.
 */
export async function imageOutput(order: ImagesOrder): Promise<Record<string, unknown>> {
  const { title, prompt, seed, tools, count, width, height, format, photoPath } = order;
  const startedAt = performance.now();
  const flags = Array.from({ length: count }, (_, index) => order.isFlagged && index === 0);
  const images = await Promise.all(
    flags.map((isBlack, index) =>
      tools.image({
        width,
        height,
        format,
        seed: seed + index,
        caption: isBlack ? undefined : { title, prompt, footer: `Local preview · seed ${seed + index}` },
        photoPath: isBlack ? undefined : photoPath,
      }),
    ),
  );
  const inference = (performance.now() - startedAt) / 1000;
  return { images, timings: { inference }, seed, has_nsfw_concepts: flags, prompt };
}

type ImageSize = { width: number; height: number };

/** Size of an image with this ratio, or that of the input or a square for `auto`. */
export function fitRatio(ratio: string, longSide: number, photo?: ImageSize): ImageSize {
  const [across, down] = ratio.split(':').map(Number);
  const width = (down && across) || photo?.width || 1;
  const height = (across && down) || photo?.height || 1;
  const scale = longSide / Math.max(width, height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

const presets: Record<string, ImageSize> = {
  square_hd: { width: 1024, height: 1024 },
  square: { width: 512, height: 512 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
};
const sideRange = { min: 1, max: 14_142 };
const defaultSide = 512;

/** A preset's name, or an object with width and height. */
export function imageSize(fallback: keyof typeof presets): Field<ImageSize> {
  const side = { type: 'integer', minimum: sideRange.min, maximum: sideRange.max };
  const sides = { type: 'object', properties: { width: side, height: side } };
  const schema = { anyOf: [sides, { type: 'string', enum: Object.keys(presets) }], default: fallback };
  return custom<ImageSize>(
    (value) => {
      if (typeof value === 'object' && value !== null) return readSides(value as Record<string, unknown>);
      const preset = typeof value === 'string' ? presets[value] : undefined;
      if (preset) return { value: preset };
      const expected = Object.keys(presets)
        .map((name) => `'${name}'`)
        .join(', ');
      return { issue: { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } } };
    },
    presets[fallback] ?? { width: defaultSide, height: defaultSide },
    schema,
  );
}

function readSides(value: Record<string, unknown>): ReturnType<Field<ImageSize>['read']> {
  const width = readInteger(value.width ?? defaultSide, sideRange);
  if ('issue' in width) return { issue: { ...width.issue, path: ['ImageSize', 'width'] } };
  const height = readInteger(value.height ?? defaultSide, sideRange);
  if ('issue' in height) return { issue: { ...height.issue, path: ['ImageSize', 'height'] } };
  return { value: { width: width.value, height: height.value } };
}
