import { defineKind } from '../../define-kind.ts';
import { flux3, flux3Examples, flux3Options, flux3Result, flux3Wire } from '../../fields/flux-3-video.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'flux-3-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/flux-3-image-to-video',
    order: 91,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    ...flux3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: flux3.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({
    model: 'flux-3-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The clockwork begins to run', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'blackforestlabs/flux-3/image-to-video',
    wire: { image_url: same, prompt: same, aspect_ratio: notSent, ...flux3Wire },
    ...flux3Result,
    providerPrice: {
      ...flux3.charges,
      source: 'https://fal.ai/models/blackforestlabs/flux-3/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: flux3Examples(scene),
  });
