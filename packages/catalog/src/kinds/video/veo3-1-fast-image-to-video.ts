import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import {
  veoFastCost,
  veoFastExamples,
  veoFastProviderPrice,
  veoOptions,
  veoPrice,
  veoRest,
  veoSeconds,
  veoWire,
} from '../../fields/veo3-1.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'veo3-1-fast-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/veo3-1-fast-image-to-video',
    order: 75,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['auto', '16:9', '9:16'], 'auto'),
    ...veoOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: veoPrice(veoFastCost),
  expectedOutputs: () => 1,
  expectedSeconds: veoSeconds,
  columns: (input) => ({
    model: 'veo3-1-fast-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A baker opens the oven and hums', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/veo3.1/fast/image-to-video',
    wire: {
      image_url: same,
      ...veoWire(),
    },
    ...veoRest,
    unsold: { auto_fix: false },
    providerPrice: veoFastProviderPrice,
    examples: veoFastExamples(scene),
  });
