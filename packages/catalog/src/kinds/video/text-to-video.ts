import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  durationField,
  resolutionField,
  videoSize,
} from '../../fields/video-fields.ts';
import { priceOf, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { fixedWan, takeRequest } from '../../take-request.ts';
import { videoResult } from '../../to-result.ts';

/** product-1 section 9, "Credits per video". */
const creditsByResolution = { '480p': 300, '580p': 300, '720p': 400 };

export const textToVideo = defineKind({
  id: 'text-to-video',
  medium: 'video',
  menu: { group: 'video', path: 'video/text-to-video', order: 10, isNew: false, isPro: false },
  fields: {
    prompt: promptField(),
    aspect_ratio: aspectRatioField(['16:9', '9:16'], '16:9'),
    resolution: resolutionField(['480p', '580p', '720p'], '480p'),
    duration: durationField(5),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceOf([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-t2v', ...videoSize(input.resolution, input.aspect_ratio) }),
  provider: {
    endpoint: () => 'fal-ai/wan-t2v',
    // fal has no duration: 81 frames at 16 per second are the 5 seconds (fal.md 3.2). Its safety checker is off
    // unless it is asked for (fal.md 3.4, ruling 13).
    toRequest: (input) => ({
      body: {
        prompt: input.prompt,
        aspect_ratio: input.aspect_ratio,
        resolution: input.resolution,
        num_frames: 81,
        frames_per_second: 16,
        enable_safety_checker: true,
      },
      adjustments: [],
    }),
    readOutputs: readVideo,
    fromRequest: takeRequest({
      same: ['prompt', 'aspect_ratio', 'resolution'],
      only: { ...fixedWan, turbo_mode: false },
    }),
    toResult: videoResult,
    sample: {
      video: {
        url: 'https://v3.fal.media/files/lion/a1b2c3_output.mp4',
        content_type: 'video/mp4',
        file_name: 'output.mp4',
        file_size: 1842210,
      },
      seed: 839201,
    },
  },
  examples: [
    { input: { prompt: 'A paper boat on a rain-soaked street', resolution: '480p' }, costCredits: 300 },
    { input: { prompt: 'A lighthouse in a storm', resolution: '580p' }, costCredits: 300 },
    { input: { prompt: '雨夜的霓虹街道', resolution: '720p', aspect_ratio: '9:16' }, costCredits: 400 },
  ],
});
