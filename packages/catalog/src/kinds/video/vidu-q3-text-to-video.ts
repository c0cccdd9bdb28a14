import { defineKind } from '../../define-kind.ts';
import { modelRatioField, oneOf } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { viduQ3, viduQ3Examples, viduQ3Options, viduQ3Result, viduQ3Wire } from '../../fields/vidu-q3.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'vidu-q3-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/vidu-q3-text-to-video',
    order: 16,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '9:16', '4:3', '3:4', '1:1'], '16:9'),
    resolution: oneOf(['360p', '540p', '720p', '1080p'], { default: '720p' }),
    ...viduQ3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: viduQ3.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 40 + 8 * input.duration,
  columns: (input) => ({
    model: 'vidu-q3-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A tea master pours, steam in the morning light' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/vidu/q3/text-to-video',
    wire: { prompt: same, aspect_ratio: same, ...viduQ3Wire },
    ...viduQ3Result,
    providerPrice: {
      ...viduQ3.charges,
      source: 'https://fal.ai/models/fal-ai/vidu/q3/text-to-video/llms.txt',
      asOf: '2026-08-31',
      note: 'The page has the price at 360p and 540p, and 2.2 times as much above.',
    },
    examples: [...viduQ3Examples(scene), { input: { ...scene, resolution: '360p' }, costCredits: 175 }],
  });
