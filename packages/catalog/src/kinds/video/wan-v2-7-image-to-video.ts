import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import {
  wan27Examples,
  wan27Options,
  wan27Price,
  wan27Rates,
  wan27Result,
  wan27Wire,
} from '../../fields/wan-2-7.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'wan-v2-7-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/wan-v2-7-image-to-video',
    order: 78,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    ...wan27Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan27Price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 * input.duration,
  columns: (input) => ({
    model: 'wan-v2-7-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The fox looks up and walks away', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.7/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: notSent,
      ...wan27Wire(),
    },
    ...wan27Result,
    providerPrice: {
      ...wan27Rates,
      source: 'https://fal.ai/models/fal-ai/wan/v2.7/image-to-video/llms.txt',
    },
    examples: [
      ...wan27Examples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 250 },
    ],
  });
