import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
  seedance25,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const longest = 30;
const resolutions = ['480p', '720p', '1080p'] as const;
// biome-ignore format: nine seconds a line
const credits = [950, 1185, 1420, 1660, 1895, 2130, 2365, 2605, 2840, 3075, 3315, 3550, 3785, 4025, 4260, 4495, 4730, 4970, 5205, 5440, 5680, 5915, 6150, 6390, 6625, 6860, 7095];

export const kind = defineKind({
  id: 'seedance-2-5-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-2-5-reference-to-video',
    order: 62,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField(),
    aspect_ratio: seedance2Ratio(),
    resolution: oneOf(resolutions, { default: '720p', paidOnly: resolutions }),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedance25.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 15 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-5-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The dancer of the picture crosses a square in the rain',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.5/reference-to-video',
    wire: { reference_image_urls: 'image_urls', aspect_ratio: same, ...seedance2TextWire(longest) },
    unsold: { bitrate_mode: 'standard', codec: 'auto', task: 'reference' },
    ...seedance2Result,
    providerPrice: {
      ...seedance25.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.5/reference-to-video/llms.txt',
      asOf: '2026-09-30',
      note: '$0.0214 per 1,000 tokens, $0.0234 at 1080p.',
    },
    examples: [
      ...fromSecond(scene, 4, credits),
      { input: { ...scene, resolution: '480p' }, costCredits: 555 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 2910 },
      { input: { ...scene, generate_audio: false }, costCredits: 1185 },
    ],
  });
