import { defineKind } from '../../define-kind.ts';
import {
  flux3,
  flux3Examples,
  flux3Options,
  flux3Ratios,
  flux3Result,
  flux3Wire,
} from '../../fields/flux-3-video.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, framesFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'flux-3-first-last-frame-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/flux-3-first-last-frame-to-video',
    order: 103,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    ...framesFields,
    prompt: promptField(),
    aspect_ratio: modelRatioField(flux3Ratios, 'auto'),
    ...flux3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: flux3.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({
    model: 'flux-3-first-last-frame-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The empty lot becomes a garden',
  start_image_url: 'https://example.com/first.jpg',
  end_image_url: 'https://example.com/last.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'blackforestlabs/flux-3/first-last-frame-to-video',
    wire: { start_image_url: same, end_image_url: same, prompt: same, aspect_ratio: same, ...flux3Wire },
    ...flux3Result,
    providerPrice: {
      ...flux3.charges,
      source: 'https://fal.ai/models/blackforestlabs/flux-3/first-last-frame-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: flux3Examples(scene),
  });
