import { defineKind } from '../../define-kind.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import {
  animateExamples,
  animateFields,
  animateFileLimits,
  animatePrice,
  animateRates,
  animateResult,
  animateSeconds,
  animateWire,
  unsoldAnimate,
} from '../../fields/wan-animate.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'wan-v2-2-animate-replace',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-2-animate-replace',
    order: 57,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: animateFields,
  validatedOnly: advancedVideoFields,
  rules: [],
  price: animatePrice,
  expectedOutputs: () => 1,
  expectedSeconds: animateSeconds,
  columns: () => ({ model: 'wan-v2-2-animate-replace' }),
});

const source = { video_url: 'https://example.com/dance.mp4', image_url: 'https://example.com/knight.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.2-14b/animate/replace',
    wire: animateWire,
    unsold: unsoldAnimate,
    ...animateResult,
    fileLimits: animateFileLimits,
    providerPrice: {
      ...animateRates,
      note: 'A second of 16 frames; counted for 30 frames a second of the source.',
    },
    examples: animateExamples(source),
  });
