import { defineKind } from '../../define-kind.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import {
  advancedVideoFields,
  durationField,
  ignoredRatioField,
  proResolutionField,
} from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { computePrice, videoBase } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'image-to-video-pro',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/image-to-video-pro',
    order: 70,
    isPage: true,
    isNew: false,
    isPro: true,
  },
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    resolution: proResolutionField(),
    duration: durationField(6),
    negative_prompt: ignoredNegativePromptField(),
    aspect_ratio: ignoredRatioField('auto'),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => computePrice([videoBase({ '1080p': 800 }, input.resolution)]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 240,
  // The image decides the ratio.
  columns: () => ({ model: 'wan-pro' }),
});

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan-pro/image-to-video',
    wire: {
      image_url: same,
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
    examples: [
      { input: { prompt: 'The petals fall', image_url: 'https://example.com/a.jpg' }, costCredits: 800 },
    ],
  });
