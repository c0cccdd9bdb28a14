import { defineKind } from '../../define-kind.ts';
import { audioCfgScaleField, audioStepsField } from '../../fields/audio-fields.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { audioOutputs } from '../../outputs.ts';
import { computePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const falSteps = { min: 2, max: 100 };
const defaultSteps = 24;
const defaultCfgScale = 5;

export const kind = defineKind({
  id: 'video-to-audio',
  medium: 'audio',
  menu: { group: 'audio', path: 'video-to-audio', order: 300, isNew: true, isPro: false, isPage: true },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'no_video_url', takesLink: true }),
    prompt: optionalPromptField(),
    num_inference_steps: audioStepsField({ offered: { min: falSteps.min, max: 50 } }),
    cfg_scale: audioCfgScaleField(),
    seed: seedField(),
  },
  validatedOnly: {},
  rules: [],
  price: () => computePrice([{ code: 'base', params: {}, baseCredits: 50 }]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 40,
  columns: () => ({ model: 'thinksound' }),
});

const source = { video_url: 'https://example.com/waves.mp4' };
const prompt = 'Waves that break on a pebble beach';

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/thinksound/audio',
    // An empty prompt and the model's own defaults are not sent.
    wire: {
      video_url: same,
      prompt: { unless: '' },
      num_inference_steps: { range: falSteps, unless: defaultSteps },
      cfg_scale: { unless: defaultCfgScale },
      seed: sentSeed,
    },
    outputs: audioOutputs,
    sample: {
      audio: {
        url: 'https://v3.fal.media/files/otter/s7_audio.wav',
        content_type: 'audio/wav',
        file_name: 'audio.wav',
        file_size: 882_044,
      },
      prompt,
    },
    examples: [
      { input: source, costCredits: 50 },
      { input: { ...source, prompt }, costCredits: 50 },
      { input: { ...source, num_inference_steps: 50, cfg_scale: 7.5 }, costCredits: 50 },
    ],
  });
