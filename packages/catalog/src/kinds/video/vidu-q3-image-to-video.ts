import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { viduQ3, viduQ3Examples, viduQ3Options, viduQ3Result, viduQ3Wire } from '../../fields/vidu-q3.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'vidu-q3-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/vidu-q3-image-to-video',
    order: 89,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: optionalPromptField(),
    aspect_ratio: ignoredRatioField('auto'),
    resolution: oneOf(['540p', '720p', '1080p'], { default: '720p' }),
    ...viduQ3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: viduQ3.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 40 + 8 * input.duration,
  columns: (input) => ({
    model: 'vidu-q3-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The curtain opens and the orchestra begins',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/vidu/q3/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      prompt: { unless: '' },
      aspect_ratio: notSent,
      ...viduQ3Wire,
    },
    ...viduQ3Result,
    providerPrice: {
      ...viduQ3.charges,
      source: 'https://fal.ai/models/fal-ai/vidu/q3/image-to-video/llms.txt',
      asOf: '2026-08-31',
      note: 'The page has the price at 360p and 540p, and 2.2 times as much above.',
    },
    examples: [
      ...viduQ3Examples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 385 },
    ],
  });
