import type { ImageHistoryRow, PublicGeneration } from '@atelier/contract';

/** The fields of product-2 section 3. Flagged images are black and have no address; the generation says which they are. */
export function toImageRow(generation: PublicGeneration, mode: string): ImageHistoryRow {
  const { input, credits } = generation;
  const shown = generation.outputs.filter((output) => output.url !== null && !output.is_flagged);
  const images = shown.flatMap((output) => output.url ?? []);
  const [first] = shown;
  return {
    id: generation.id,
    request_id: generation.request_id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    width: first?.width ?? generation.width,
    height: first?.height ?? generation.height,
    model: generation.model,
    generation_mode: mode,
    quality: textOf(input.image_size),
    steps: numberOf(input.num_inference_steps),
    cfg_scale: numberOf(input.guidance_scale) ?? numberOf(input.cfg_weight),
    seed: numberOf(input.seed),
    style: null,
    number_of_images: numberOf(input.num_images) ?? 1,
    credits: credits.held + credits.settled,
    tags: generation.tags,
    is_favorite: generation.is_favorite,
    is_public: generation.is_public,
    status: generation.status,
    error_message: generation.error?.message ?? null,
    created_at: generation.created_at,
    generated_images: images,
    image_url: images[0] ?? null,
    thumbnail_url: first?.poster_url ?? first?.url ?? null,
    reference_image_url: textOf(input.image_url),
    generation,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
