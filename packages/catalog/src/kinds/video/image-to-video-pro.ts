import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, durationField, proResolutionField } from '../../fields/video-fields.ts';
import { priceOf, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanProSample } from '../../samples.ts';
import { takeRequest } from '../../take-request.ts';
import { proVideoResult } from '../../to-result.ts';

export const imageToVideoPro = defineKind({
  id: 'image-to-video-pro',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/image-to-video-pro',
    order: 70,
    isNew: false,
    isPro: true,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    resolution: proResolutionField(),
    duration: durationField(6),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceOf([videoBase({ '1080p': 800 }, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 240,
  // The picture decides the ratio.
  columns: () => ({ model: 'wan-pro' }),
  provider: {
    endpoint: () => 'fal-ai/wan-pro/image-to-video',
    toRequest: (input) => ({
      body: { prompt: input.prompt, image_url: input.image_url, enable_safety_checker: true },
      adjustments: [],
    }),
    readOutputs: readVideo,
    fromRequest: takeRequest({
      same: ['prompt', 'image_url'],
      only: { seed: null, enable_safety_checker: true },
    }),
    toResult: proVideoResult,
    sample: wanProSample,
  },
  examples: [
    { input: { prompt: 'The petals fall', image_url: 'https://example.com/a.jpg' }, costCredits: 800 },
  ],
});
