import { defineKind } from '../../define-kind.ts';
import { promptField } from '../../fields/text-field.ts';
import {
  advancedVideoFields,
  durationField,
  proResolutionField,
  videoSize,
} from '../../fields/video-fields.ts';
import { priceOf, videoBase } from '../../pricing.ts';
import { readVideo } from '../../read-outputs.ts';
import { wanProSample } from '../../samples.ts';
import { takeRequest } from '../../take-request.ts';
import { proVideoResult } from '../../to-result.ts';
export const textToVideoPro = defineKind({
  id: 'text-to-video-pro',
  medium: 'video',
  menu: { group: 'video', path: 'video/text-to-video-pro', order: 20, isNew: false, isPro: true },
  fields: {
    prompt: promptField(),
    resolution: proResolutionField(),
    duration: durationField(6),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceOf([videoBase({ '1080p': 800 }, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 240,
  columns: (input) => ({ model: 'wan-pro', ...videoSize(input.resolution, '16:9') }),
  provider: {
    endpoint: () => 'fal-ai/wan-pro/text-to-video',
    // Fixed at 1080p, 30 fps and up to 6 s: fal takes no size, ratio or length (fal.md 3.2).
    toRequest: (input) => ({ body: { prompt: input.prompt, enable_safety_checker: true }, adjustments: [] }),
    readOutputs: readVideo,
    fromRequest: takeRequest({ same: ['prompt'], only: { seed: null, enable_safety_checker: true } }),
    toResult: proVideoResult,
    sample: wanProSample,
  },
  examples: [{ input: { prompt: 'A drone shot over a glacier at dawn' }, costCredits: 800 }],
});
