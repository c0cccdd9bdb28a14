import { defineKind } from '../../define-kind.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  durationField,
  ignoredRatioField,
  proResolutionField,
  videoSize,
} from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { computePrice, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'text-to-video-pro',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/text-to-video-pro',
    order: 20,
    isNew: false,
    isPro: true,
    isPage: true,
  },
  fields: {
    prompt: promptField(),
    resolution: proResolutionField(),
    duration: durationField(6),
    negative_prompt: ignoredNegativePromptField(),
    aspect_ratio: ignoredRatioField('16:9'),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => computePrice([videoBase({ '1080p': 800 }, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 240,
  columns: (input) => ({ model: 'wan-pro', ...videoSize(input.resolution, '16:9') }),
});

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-pro/text-to-video',
    // Always 1080p at 30 fps and up to 6 s: fal takes no size, ratio or length.
    wire: {
      prompt: same,
      resolution: notSent,
      duration: notSent,
      negative_prompt: notSent,
      aspect_ratio: notSent,
      seed: sentSeed,
    },
    fixed: { enable_safety_checker: true },
    outputs: proVideoOutputs,
    expects: () => ({ seconds: 6 }),
    sample: wanProSample,
    examples: [{ input: { prompt: 'A drone shot over a glacier at dawn' }, costCredits: 800 }],
  });
