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
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'flux-3-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/flux-3-text-to-video',
    order: 17,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(flux3Ratios, '16:9'),
    ...flux3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: flux3.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({ model: 'flux-3-text-to-video', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const scene = { prompt: 'A kite festival on a wide beach, seen from above' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'blackforestlabs/flux-3/text-to-video',
    wire: { prompt: same, aspect_ratio: same, ...flux3Wire },
    ...flux3Result,
    providerPrice: {
      ...flux3.charges,
      source: 'https://fal.ai/models/blackforestlabs/flux-3/text-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: flux3Examples(scene),
  });
