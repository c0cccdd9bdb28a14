import { unused } from '../field.ts';
import { optionalUpload } from './upload-field.ts';
import { seedField, sliderField } from './value-fields.ts';

/** `offered` is the part of the range that the model can use; the API accepts the whole range. */
export const audioStepsField = (options: { offered?: { min: number; max: number } } = {}) =>
  sliderField({ min: 1, max: 50, step: 1, default: 24, message: 'num_inference_steps_range', ...options });

export const audioCfgScaleField = () =>
  sliderField({ min: 1, max: 20, step: 0.5, default: 5, message: 'cfg_scale_range' });

/** The parameters of sounds for videos, which every audio kind validates when they are sent. */
export const advancedAudioFields = {
  video_url: unused(optionalUpload({ accept: 'video' })),
  num_inference_steps: unused(audioStepsField()),
  cfg_scale: unused(audioCfgScaleField()),
  seed: unused(seedField()),
};
