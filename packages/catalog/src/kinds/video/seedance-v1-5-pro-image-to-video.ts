import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import {
  seedanceExamples,
  seedanceOptions,
  seedancePrice,
  seedanceRates,
  seedanceRatios,
  seedanceResult,
  seedanceSeconds,
  seedanceWire,
} from '../../fields/seedance-v1-5.ts';
import { promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'seedance-v1-5-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/seedance-v1-5-pro-image-to-video',
    order: 77,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['auto', ...seedanceRatios], 'auto'),
    ...seedanceOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedancePrice,
  expectedOutputs: () => 1,
  expectedSeconds: seedanceSeconds,
  columns: (input) => ({
    model: 'seedance-v1-5-pro-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'A kite rises over a beach, children cheer',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seedance/v1.5/pro/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      ...seedanceWire(),
    },
    ...seedanceResult,
    providerPrice: {
      ...seedanceRates,
      source: 'https://fal.ai/models/fal-ai/bytedance/seedance/v1.5/pro/image-to-video/llms.txt',
    },
    examples: [
      ...seedanceExamples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 135 },
    ],
  });
