import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import {
  wan27Examples,
  wan27Options,
  wan27Price,
  wan27Rates,
  wan27Result,
  wan27Wire,
} from '../../fields/wan-2-7.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'wan-v2-7-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-7-text-to-video',
    order: 53,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '9:16', '1:1', '4:3', '3:4'], '16:9'),
    ...wan27Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan27Price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-7-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A fox crosses a frozen lake at sunrise' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.7/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: same,
      ...wan27Wire(),
    },
    ...wan27Result,
    providerPrice: {
      ...wan27Rates,
      source: 'https://fal.ai/models/fal-ai/wan/v2.7/text-to-video/llms.txt',
      note: 'The page names $0.10 without a resolution; 1080p is counted as on the page of its image-to-video.',
    },
    examples: wan27Examples(scene),
  });
