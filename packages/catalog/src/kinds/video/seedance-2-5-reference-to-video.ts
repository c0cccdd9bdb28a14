import { defineKind } from '../../define-kind.ts';
import {
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
  seedance25,
  seedance25Examples,
  seedance25Resolution,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const longest = 30;

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
    resolution: seedance25Resolution(),
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
    examples: seedance25Examples(scene),
  });
