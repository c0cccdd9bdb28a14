import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import {
  wan26Examples,
  wan26Options,
  wan26Price,
  wan26PromptLength,
  wan26Rates,
  wan26Result,
  wan26Wire,
} from '../../fields/wan-2-6.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'wan-v2-6-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-6-text-to-video',
    order: 41,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    prompt: promptField({ maxCodePoints: wan26PromptLength }),
    aspect_ratio: modelRatioField(['16:9', '9:16', '1:1', '4:3', '3:4'], '16:9'),
    ...wan26Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan26Price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-6-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A lantern market by a river, boats passing' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'wan/v2.6/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: same,
      ...wan26Wire(),
    },
    ...wan26Result,
    providerPrice: {
      ...wan26Rates,
    },
    examples: wan26Examples(scene),
  });
