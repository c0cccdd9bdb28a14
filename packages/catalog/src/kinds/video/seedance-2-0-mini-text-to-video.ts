import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Mini,
  seedance2MiniExamples,
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const longest = 15;

export const kind = defineKind({
  id: 'seedance-2-0-mini-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-2-0-mini-text-to-video',
    order: 52,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    prompt: promptField(),
    aspect_ratio: seedance2Ratio(),
    resolution: oneOf(['480p', '720p'], { default: '720p' }),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedance2Mini.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 12 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-0-mini-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'Paper birds take off one after another from a desk' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.0/mini/text-to-video',
    wire: { aspect_ratio: same, ...seedance2TextWire(longest) },
    ...seedance2Result,
    providerPrice: {
      ...seedance2Mini.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.0/mini/text-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: seedance2MiniExamples(scene),
  });
