import { choiceField } from './choice-field.ts';
import { sliderField } from './slider-field.ts';

/** product-2 section 3, "Image sizes"; the order is the order of the tiles. */
export const imageSizes = {
  square: [512, 512],
  square_hd: [1024, 1024],
  portrait_4_3: [768, 1024],
  portrait_16_9: [576, 1024],
  landscape_4_3: [1024, 768],
  landscape_16_9: [1024, 576],
} as const;

export type ImageSize = keyof typeof imageSizes;

export function imageSizeField() {
  return choiceField<ImageSize>({
    options: (Object.keys(imageSizes) as ImageSize[]).map((value) => ({ value, ratio: imageSizes[value] })),
    default: 'square_hd',
    look: 'ratio-tiles',
    message: 'image_size_one_of',
  });
}

export function numImagesField() {
  return choiceField<1 | 2 | 3 | 4>({
    options: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }],
    default: 1,
    look: 'tiles',
    message: 'num_images_range',
  });
}

export function stepsField(range: { min: number; max: number; default: number }) {
  return sliderField({ ...range, step: 1, message: 'num_inference_steps_range' });
}

export function pixelsOf(size: ImageSize): { width: number; height: number } {
  const [width, height] = imageSizes[size];
  return { width, height };
}
