import type { PublicGeneration } from '@atelier/contract';

/** How many results were asked for. */
export function countImages({ input, outputs }: PublicGeneration): number {
  const { num_images: count } = input;
  return typeof count === 'number' ? count : Math.max(1, outputs.length);
}
