import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import {
  wan30,
  wan30Examples,
  wan30Options,
  wan30Ratios,
  wan30Result,
  wan30Wire,
} from '../../fields/wan-3-0.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'wan-3-0-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-3-0-reference-to-video',
    order: 63,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField(),
    aspect_ratio: modelRatioField(wan30Ratios, '16:9'),
    ...wan30Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan30.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({
    model: 'wan-3-0-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The potter of the picture opens her kiln',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/wan-3.0/reference-to-video',
    wire: { reference_image_urls: same, prompt: same, ...wan30Wire() },
    ...wan30Result,
    providerPrice: {
      ...wan30.charges,
      source: 'https://fal.ai/models/alibaba/wan-3.0/reference-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: wan30Examples(scene),
  });
