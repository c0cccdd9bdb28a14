import { defineKind } from '../../define-kind.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  aspectRatioField,
  durationField,
  resolutionField,
  speedField,
  videoSize,
} from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { computePrice, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsFrames, fixedWan21, sentSeed, speedAsAcceleration, unsoldWan21 } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const creditsByResolution = { '480p': 200, '720p': 400 };

export const kind = defineKind({
  id: 'image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/image-to-video',
    order: 60,
    isPage: true,
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
    negative_prompt: ignoredNegativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => computePrice([videoBase(creditsByResolution, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '720p' ? 90 : 60),
  columns: (input) => ({ model: 'wan-i2v', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const subject = { prompt: 'She turns and smiles', image_url: 'https://example.com/a.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-i2v',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: notSent,
      speed: speedAsAcceleration,
      negative_prompt: notSent,
      seed: sentSeed,
    },
    fixed: fixedWan21,
    unsold: { ...unsoldWan21, guide_scale: 5, shift: 5 },
    outputs: videoOutputs,
    expects: expectsFrames,
    sample: wanVideoSample,
    examples: [
      { input: subject, costCredits: 200 },
      { input: { ...subject, resolution: '720p' }, costCredits: 400 },
    ],
  });
