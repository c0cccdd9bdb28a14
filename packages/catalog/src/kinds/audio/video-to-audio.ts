import { createAdjuster } from '../../adjust.ts';
import { defineKind } from '../../define-kind.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { sliderField } from '../../fields/value-fields.ts';
import { priceOf } from '../../pricing.ts';
import { readAudio } from '../../read-outputs.ts';
import { takeRequest } from '../../take-request.ts';
import { audioResult } from '../../to-result.ts';

/** fal.md 3.3; the form's slider offers what is left of the product's range, the API takes all of it. */
const falSteps = { min: 2, max: 100 };
const defaultSteps = 24;
const defaultCfgScale = 5;
const source = { video_url: 'https://example.com/waves.mp4' };

export const videoToAudio = defineKind({
  id: 'video-to-audio',
  medium: 'audio',
  menu: { group: 'audio', path: 'video-to-audio', order: 300, isNew: true, isPro: false },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'no_video_url', takesLink: true }),
    prompt: optionalPromptField(),
    num_inference_steps: sliderField({
      min: 1,
      max: 50,
      step: 1,
      default: defaultSteps,
      message: 'num_inference_steps_range',
      offered: { min: falSteps.min, max: 50 },
    }),
    cfg_scale: sliderField({
      min: 1,
      max: 20,
      step: 0.5,
      default: defaultCfgScale,
      message: 'cfg_scale_range',
    }),
  },
  validatedOnly: {},
  rules: [],
  price: () => priceOf([{ code: 'base', params: {}, baseCredits: 50 }]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 40,
  columns: () => ({ model: 'thinksound' }),
  provider: {
    endpoint: () => 'fal-ai/thinksound/audio',
    // product-2 section 5: what is empty or the model's own default is not sent.
    toRequest(input) {
      const { clamp, adjustments } = createAdjuster();
      const steps = clamp('num_inference_steps', input.num_inference_steps, falSteps);
      const body = {
        video_url: input.video_url,
        ...(input.prompt === '' ? {} : { prompt: input.prompt }),
        ...(steps === defaultSteps ? {} : { num_inference_steps: steps }),
        ...(input.cfg_scale === defaultCfgScale ? {} : { cfg_scale: input.cfg_scale }),
      };
      return { body, adjustments };
    },
    readOutputs: readAudio,
    fromRequest: takeRequest({
      same: ['video_url', 'prompt', 'num_inference_steps', 'cfg_scale'],
      only: { seed: null },
    }),
    toResult: audioResult,
    sample: {
      audio: {
        url: 'https://v3.fal.media/files/otter/s7_audio.wav',
        content_type: 'audio/wav',
        file_name: 'audio.wav',
        file_size: 882_044,
      },
      prompt: 'Waves that break on a pebble beach',
    },
  },
  examples: [
    { input: source, costCredits: 50 },
    { input: { ...source, prompt: 'Waves that break on a pebble beach' }, costCredits: 50 },
    { input: { ...source, num_inference_steps: 50, cfg_scale: 7.5 }, costCredits: 50 },
  ],
});
