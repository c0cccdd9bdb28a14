import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { secondsField, soundField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [5, 10] as const;
const ratesMicroUsd = { silent: 70_000, sound: 140_000 };
const cost = ({ generate_audio, duration }: { generate_audio: boolean; duration: number }) =>
  ratesMicroUsd[generate_audio ? 'sound' : 'silent'] * duration;

export const kind = defineKind({
  id: 'kling-v2-6-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/kling-v2-6-pro-image-to-video',
    order: 79,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fixedResolution: '1080p',
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    duration: secondsField(seconds, 5),
    generate_audio: soundField(),
    negative_prompt: negativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: () => ({ model: 'kling-v2-6-pro-image-to-video' }),
});

const scene = {
  prompt: 'The king turns to the court and speaks',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v2.6/pro/image-to-video',
    wire: {
      image_url: 'start_image_url',
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: notSent,
      duration: secondsAsText(seconds),
      generate_audio: same,
      // An empty one would switch off the model's own.
      negative_prompt: { unless: '' },
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/v2.6/pro/image-to-video/llms.txt',
      asOf: '2026-11-25',
      note: 'The page names a third price for sound with chosen voices, which are not sold.',
    },
    examples: [
      ...atSeconds(scene, { 5: 350, 10: 700 }),
      { input: { ...scene, generate_audio: false }, costCredits: 175 },
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 350 },
    ],
  });
