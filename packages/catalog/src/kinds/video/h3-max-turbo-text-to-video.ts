import { defineKind } from '../../define-kind.ts';
import {
  h3MaxTurbo,
  h3MaxTurboExamples,
  h3Options,
  h3Ratios,
  h3Result,
  h3Wire,
} from '../../fields/h3-max.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'h3-max-turbo-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/h3-max-turbo-text-to-video',
    order: 11,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: { prompt: promptField(), aspect_ratio: modelRatioField(h3Ratios, '16:9'), ...h3Options },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: h3MaxTurbo.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 10 + input.duration,
  columns: (input) => ({
    model: 'h3-max-turbo-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A tram climbs a steep street while rain begins' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3-max-turbo/text-to-video',
    wire: { prompt: same, aspect_ratio: same, ...h3Wire() },
    ...h3Result,
    providerPrice: {
      ...h3MaxTurbo.charges,
      source: 'https://fal.ai/models/minimax/h3-max-turbo/text-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'The price of the list; fal has sold it for less at times.',
    },
    examples: h3MaxTurboExamples(scene),
  });
