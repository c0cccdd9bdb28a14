import { defineKind } from '../../define-kind.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  durationField,
  resolutionField,
  videoSize,
} from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsFrames, fixedWan21, sentSeed, unsoldWan21 } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const creditsByResolution = { '480p': 300, '580p': 300, '720p': 400 };

export const kind = defineKind({
  id: 'text-to-video',
  medium: 'video',
  menu: { group: 'video', path: 'video/text-to-video', order: 10, isNew: false, isPro: false, isPage: true },
  fields: {
    prompt: promptField(),
    aspect_ratio: aspectRatioField(['16:9', '9:16'], '16:9'),
    resolution: resolutionField(['480p', '580p', '720p'], '480p'),
    duration: durationField(5),
    negative_prompt: ignoredNegativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => computePrice([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-t2v', ...videoSize(input.resolution, input.aspect_ratio) }),
});

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-t2v',
    wire: {
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: notSent,
      negative_prompt: notSent,
      seed: sentSeed,
    },
    fixed: fixedWan21,
    unsold: { ...unsoldWan21, turbo_mode: false },
    outputs: videoOutputs,
    expects: expectsFrames,
    sample: wanVideoSample,
    examples: [
      { input: { prompt: 'A paper boat on a rain-soaked street', resolution: '480p' }, costCredits: 300 },
      { input: { prompt: 'A lighthouse in a storm', resolution: '580p' }, costCredits: 300 },
      { input: { prompt: '雨夜的霓虹街道', resolution: '720p', aspect_ratio: '9:16' }, costCredits: 400 },
    ],
  });
