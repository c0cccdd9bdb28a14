import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import {
  wan30,
  wan30Examples,
  wan30Options,
  wan30Ratios,
  wan30Result,
  wan30Wire,
} from '../../fields/wan-3-0.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'wan-3-0-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/wan-3-0-image-to-video',
    order: 83,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: optionalPromptField(),
    aspect_ratio: modelRatioField(wan30Ratios, 'auto'),
    ...wan30Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: wan30.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({
    model: 'wan-3-0-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The lighthouse begins to turn its beam',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/wan-3.0/image-to-video',
    wire: {
      image_url: 'start_image_url',
      end_image_url: { unless: null },
      prompt: { unless: '' },
      ...wan30Wire(),
    },
    ...wan30Result,
    providerPrice: {
      ...wan30.charges,
      source: 'https://fal.ai/models/alibaba/wan-3.0/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      ...wan30Examples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 250 },
    ],
  });
