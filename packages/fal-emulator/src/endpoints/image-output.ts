import type { Tools } from '../tools.ts';

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

/**
 * fal's image output (fal.md 3.1): one picture per seed from `seed` on. With content flagged, the first picture is
 * black and the others are not, which is how a job delivers part of what was asked.
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
        photoPath,
      }),
    ),
  );
  const inference = (performance.now() - startedAt) / 1000;
  return { images, timings: { inference }, seed, has_nsfw_concepts: flags, prompt };
}
