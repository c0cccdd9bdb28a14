import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  durationField,
  resolutionField,
  speedField,
  toAcceleration,
  videoSize,
} from '../../fields/video-fields.ts';
import { priceOf, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanVideoSample } from '../../samples.ts';
import { fixedWan, fromAcceleration, takeRequest } from '../../take-request.ts';
import { videoResult } from '../../to-result.ts';

/** product-1 section 9, "Credits per video". */
const creditsByResolution = { '480p': 200, '720p': 400 };

export const imageToVideo = defineKind({
  id: 'image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/image-to-video',
    order: 60,
    isNew: false,
    isPro: false,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: aspectRatioField(['auto', '16:9', '9:16', '1:1'], 'auto'),
    resolution: resolutionField(['480p', '720p'], '480p'),
    duration: durationField(5),
    speed: speedField(['regular', 'high_quality']),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceOf([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-i2v', ...videoSize(input.resolution, input.aspect_ratio) }),
  provider: {
    endpoint: () => 'fal-ai/wan-i2v',
    // As for text-to-video: no duration at fal, and the safety checker must be asked for.
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        image_url: input.image_url,
        aspect_ratio: input.aspect_ratio,
        resolution: input.resolution,
        num_frames: 81,
        frames_per_second: 16,
        acceleration: toAcceleration(input.speed),
        enable_safety_checker: true,
      },
      adjustments: [],
    }),
    readOutputs: readVideo,
    fromRequest: takeRequest({
      same: ['prompt', 'image_url', 'aspect_ratio', 'resolution'],
      translated: fromAcceleration,
      only: { ...fixedWan, guide_scale: 5, shift: 5 },
    }),
    toResult: videoResult,
    sample: wanVideoSample,
  },
  examples: [
    { input: { prompt: 'She turns and smiles', image_url: 'https://example.com/a.jpg' }, costCredits: 200 },
    {
      input: { prompt: 'She turns and smiles', image_url: 'https://example.com/a.jpg', resolution: '720p' },
      costCredits: 400,
    },
  ],
});
