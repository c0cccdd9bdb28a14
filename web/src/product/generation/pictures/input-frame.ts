import type { PublicGeneration } from '@atelier/contract';

/** Inputs that are pictures, the one that a result begins with first. */
const pictureFields = ['start_image_url', 'image_url', 'image', 'image_urls', 'ref_image_urls'];

/** The picture that a generation began with; undefined when it began with words, a video or a sound. */
export function findInputFrame({ input }: Pick<PublicGeneration, 'input'>): string | undefined {
  return pictureFields
    .map((name) => [input[name]].flat()[0])
    .find((value): value is string => typeof value === 'string' && value !== '');
}
