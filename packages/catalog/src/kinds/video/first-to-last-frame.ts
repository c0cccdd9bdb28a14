import { defineKind } from '../../define-kind.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  durationField,
  framesFields,
  ignoredRatioField,
  resolutionField,
  speedField,
} from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsFrames, fixedWan21, sentSeed, speedAsAcceleration, unsoldWan21 } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const creditsByResolution = { '480p': 200, '720p': 400 };

export const kind = defineKind({
  id: 'first-to-last-frame',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/first-to-last-frame',
    order: 50,
    isNew: false,
    isPro: false,
    isPage: true,
  },
  fields: {
    ...framesFields,
    prompt: promptField(),
    resolution: resolutionField(['480p', '720p'], '480p'),
    duration: durationField(5),
    speed: speedField(['regular', 'high_quality']),
    negative_prompt: ignoredNegativePromptField(),
    aspect_ratio: ignoredRatioField('auto'),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => computePrice([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  // The images decide the ratio.
  columns: () => ({ model: 'wan-flf2v' }),
});

const subject = {
  prompt: 'From bud to flower',
  start_image_url: 'https://example.com/a.jpg',
  end_image_url: 'https://example.com/b.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-flf2v',
    wire: {
      start_image_url: same,
      end_image_url: same,
      prompt: same,
      resolution: same,
      duration: notSent,
      speed: speedAsAcceleration,
      negative_prompt: notSent,
      aspect_ratio: notSent,
      seed: sentSeed,
    },
    fixed: { ...fixedWan21, aspect_ratio: 'auto' },
    unsold: { ...unsoldWan21, guide_scale: 5, shift: 5 },
    outputs: videoOutputs,
    expects: expectsFrames,
    sample: wanVideoSample,
    examples: [
      { input: subject, costCredits: 200 },
      { input: { ...subject, resolution: '720p' }, costCredits: 400 },
    ],
  });
