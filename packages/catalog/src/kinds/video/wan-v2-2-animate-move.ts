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
  id: 'wan-v2-2-animate-move',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-v2-2-animate-move',
    order: 56,
    isNew: true,
    isPro: false,
    isPage: true,
  },
  fields: animateFields,
  validatedOnly: advancedVideoFields,
  rules: [],
  price: animatePrice,
  expectedOutputs: () => 1,
  expectedSeconds: animateSeconds,
  columns: () => ({ model: 'wan-v2-2-animate-move' }),
});

const source = { video_url: 'https://example.com/dance.mp4', image_url: 'https://example.com/knight.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/wan/v2.2-14b/animate/move',
    wire: animateWire,
    unsold: unsoldAnimate,
    ...animateResult,
    fileLimits: animateFileLimits,
    providerPrice: {
      ...animateRates,
      note: 'A second of 16 frames; counted for 30 frames a second of the source. The page is that of its sibling; both have one price.',
    },
    examples: animateExamples(source),
  });
