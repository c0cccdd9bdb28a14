import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
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
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'wan-v2-6-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/wan-v2-6-image-to-video',
    order: 71,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField({ maxCodePoints: wan26PromptLength }),
    aspect_ratio: ignoredRatioField('auto'),
    ...wan26Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan26Price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-6-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The boats begin to drift', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'wan/v2.6/image-to-video',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: notSent,
      ...wan26Wire(),
    },
    ...wan26Result,
    providerPrice: {
      ...wan26Rates,
      note: "Price of the sibling models on fal's pages; two independent lists give the same one for this model.",
    },
    examples: wan26Examples(scene),
  });
