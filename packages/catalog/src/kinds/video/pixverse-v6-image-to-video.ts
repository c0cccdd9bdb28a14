import { defineKind } from '../../define-kind.ts';
import {
  pixverseExamples,
  pixverseOptions,
  pixversePrice,
  pixverseRates,
  pixverseResult,
  pixverseWire,
} from '../../fields/pixverse-v6.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'pixverse-v6-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/pixverse-v6-image-to-video',
    order: 92,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    ...pixverseOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: pixversePrice,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '1080p' ? 90 : 50),
  columns: (input) => ({
    model: 'pixverse-v6-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The toy robot looks around the room', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/pixverse/v6/image-to-video',
    wire: { image_url: same, prompt: same, aspect_ratio: notSent, ...pixverseWire },
    ...pixverseResult,
    providerPrice: {
      ...pixverseRates,
      source: 'https://fal.ai/models/fal-ai/pixverse/v6/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: pixverseExamples(scene),
  });
