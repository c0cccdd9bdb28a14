import { type Field, unused } from '../field.ts';
import { inputIssue, shownValue } from '../issues.ts';
import { negativePromptField, promptField } from './text-field.ts';
import { optionalUpload } from './upload-field.ts';
import { choiceField, seedField, sliderField, switchField } from './value-fields.ts';
/** Image sizes, in the order of the tiles in the form. */
export const imageSizes = {
  square: [512, 512],
  square_hd: [1024, 1024],
  portrait_4_3: [768, 1024],
  portrait_16_9: [576, 1024],
  landscape_4_3: [1024, 768],
  landscape_16_9: [1024, 576],
} as const;

export type ImageSize = keyof typeof imageSizes;

export function imageSizeField(): Field<ImageSize> {
  const sizes = choiceField<ImageSize>({
    options: (Object.keys(imageSizes) as ImageSize[]).map((value) => ({ value, ratio: imageSizes[value] })),
    default: 'square_hd',
    variant: 'ratio-tiles',
    message: 'image_size_one_of',
  });
  return {
    ...sizes,
    takesPixels: true,
    check(path, value) {
      if (typeof value !== 'object' || value === null) return sizes.check(path, value);
      const name = nameOfSize(value);
      if (name) return { ok: true, value: name };
      const options = Object.entries(imageSizes).map(
        ([each, [width, height]]) => `${each} (${width} × ${height})`,
      );
      const params = { value: shownValue(value), options: options.join(', ') };
      return { ok: false, issue: inputIssue(path, 'image_size_one_of', params) };
    },
  };
}

/** Finds the name of a size that clients of fal send as `{ width, height }`. */
function nameOfSize(value: object): ImageSize | undefined {
  const { width, height } = value as { width?: unknown; height?: unknown };
  const names = Object.keys(imageSizes) as ImageSize[];
  return names.find((name) => imageSizes[name][0] === width && imageSizes[name][1] === height);
}

export function numImagesField() {
  return choiceField<1 | 2 | 3 | 4>({
    options: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }],
    default: 1,
    variant: 'tiles',
    message: 'num_images_range',
  });
}

export function stepsField(range: { min: number; max: number; default: number }) {
  return sliderField({ ...range, step: 1, message: 'num_inference_steps_range' });
}

export function toPixels(size: ImageSize): { width: number; height: number } {
  const [width, height] = imageSizes[size];
  return { width, height };
}

/** Image kinds have their own message for a missing prompt. */
export const imagePromptField = () => promptField({ missing: 'prompt_missing' });

/** The form's initial value, which a button restores. A request without a negative prompt has none. */
const unwantedInImages = [
  'worst quality, low quality, low resolution, blurry, out of focus, jpeg artifacts, noise, grain',
  'overexposed, underexposed, washed out, oversaturated, watermark, signature, text, logo, frame, cropped',
  'deformed, disfigured, bad anatomy, bad proportions, extra limbs, missing limbs, extra fingers, fused fingers',
  'poorly drawn hands, poorly drawn face, cross-eyed, duplicate, cluttered background',
].join(', ');

export const imageNegativePromptField = (): Field<string> => ({
  ...negativePromptField({ default: unwantedInImages }),
  whenAbsent: '',
});

/** Guidance of image kinds, in a narrower range than fal's. */
export const imageGuidanceField = () =>
  sliderField({ min: 1, max: 10, step: 0.1, default: 3.5, message: 'guidance_scale_range' });

/** Strength starts at 0.8 in the form; a request that omits it, or sends 0 or null, means 0.95. */
export function imageStrengthField(): Field<number> {
  const strengthWithout = 0.95;
  const slider = sliderField({ min: 0.1, max: 1, step: 0.1, default: 0.8, message: 'image_strength_range' });
  return {
    ...slider,
    // The most important setting of this mode, so it is not hidden among the advanced ones.
    section: 'main',
    whenAbsent: strengthWithout,
    check: (path, value) => slider.check(path, value || strengthWithout),
  };
}

/** The part of the range that the model can use; the API accepts the whole range. */
type Offered = { offered?: { min: number; max: number } };

export const imageTemperatureField = (options: Offered = {}) =>
  sliderField({ min: 0, max: 2, step: 0.1, default: 1, message: 'temperature_range', ...options });

export const cfgWeightField = (options: Offered = {}) =>
  sliderField({ min: 0, max: 10, step: 0.5, default: 5, message: 'cfg_weight_range', ...options });

/**
 * The parameters of all image kinds together. Every image kind validates all of them when they are sent, even those that
 * it does not use. Clients send 0 steps to a model that has none.
 */
export const advancedImageFields = {
  image_size: imageSizeField(),
  negative_prompt: imageNegativePromptField(),
  num_inference_steps: stepsField({ min: 0, max: 50, default: 30 }),
  guidance_scale: imageGuidanceField(),
  image_strength: imageStrengthField(),
  temperature: imageTemperatureField(),
  cfg_weight: cfgWeightField(),
  enable_safety_checker: switchField({ default: true }),
  seed: seedField(),
  image_url: unused(optionalUpload({ accept: 'image' })),
  num_images: unused(numImagesField()),
};
