import { defineKind } from '../../define-kind.ts';
import {
  h3Frames,
  h3FramesWire,
  h3MaxTurbo,
  h3MaxTurboExamples,
  h3Options,
  h3Result,
  h3Wire,
} from '../../fields/h3-max.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'h3-max-turbo-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/h3-max-turbo-image-to-video',
    order: 81,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    ...h3Frames,
    ...h3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: h3MaxTurbo.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 10 + input.duration,
  columns: (input) => ({
    model: 'h3-max-turbo-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The swing begins to move in the wind', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3-max-turbo/image-to-video',
    wire: { ...h3FramesWire(), ...h3Wire() },
    ...h3Result,
    providerPrice: {
      ...h3MaxTurbo.charges,
      source: 'https://fal.ai/models/minimax/h3-max-turbo/image-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'The price of the list; fal has sold it for less at times.',
    },
    examples: [
      ...h3MaxTurboExamples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 100 },
    ],
  });
