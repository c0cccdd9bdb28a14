import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import {
  advancedVideoFields,
  durationField,
  resolutionField,
  speedField,
  toAcceleration,
} from '../../fields/video-fields.ts';
import { priceOf, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanVideoSample } from '../../samples.ts';
import { fixedWan, fromAcceleration, takeRequest } from '../../take-request.ts';
import { videoResult } from '../../to-result.ts';

/** product-1 section 9, "Credits per video". */
const creditsByResolution = { '480p': 200, '720p': 400 };
const pictures = { start_image_url: 'https://example.com/a.jpg', end_image_url: 'https://example.com/b.jpg' };

export const firstToLastFrame = defineKind({
  id: 'first-to-last-frame',
  medium: 'video',
  menu: { group: 'video', path: 'video/first-to-last-frame', order: 50, isNew: false, isPro: false },
  fields: {
    start_image_url: requiredUpload({ accept: 'image', missing: 'start_image_required' }),
    end_image_url: requiredUpload({ accept: 'image', missing: 'end_image_required' }),
    prompt: promptField(),
    resolution: resolutionField(['480p', '720p'], '480p'),
    duration: durationField(5),
    speed: speedField(['regular', 'high_quality']),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceOf([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  // The ratio is always auto (ruling 10): the pictures decide it.
  columns: () => ({ model: 'wan-flf2v' }),
  provider: {
    endpoint: () => 'fal-ai/wan-flf2v',
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        start_image_url: input.start_image_url,
        end_image_url: input.end_image_url,
        num_frames: 81,
        frames_per_second: 16,
        aspect_ratio: 'auto',
        resolution: input.resolution,
        acceleration: toAcceleration(input.speed),
        enable_safety_checker: true,
      },
      adjustments: [],
    }),
    readOutputs: readVideo,
    fromRequest: takeRequest({
      same: ['prompt', 'start_image_url', 'end_image_url', 'resolution'],
      translated: fromAcceleration,
      only: { ...fixedWan, aspect_ratio: 'auto', guide_scale: 5, shift: 5 },
    }),
    toResult: videoResult,
    sample: wanVideoSample,
  },
  examples: [
    { input: { prompt: 'From bud to flower', ...pictures }, costCredits: 200 },
    { input: { prompt: 'From bud to flower', ...pictures, resolution: '720p' }, costCredits: 400 },
  ],
});
