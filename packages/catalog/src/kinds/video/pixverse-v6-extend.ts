import { defineKind } from '../../define-kind.ts';
import {
  pixverseExamples,
  pixverseExtended,
  pixverseOptions,
  pixversePrice,
  pixverseRates,
  pixverseWire,
} from '../../fields/pixverse-v6.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'pixverse-v6-extend',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/pixverse-v6-extend',
    order: 106,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    ...pixverseOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: pixversePrice,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '1080p' ? 90 : 50),
  columns: () => ({ model: 'pixverse-v6-extend' }),
});

const scene = { prompt: 'The skater lands and turns around', video_url: 'https://example.com/skater.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/pixverse/v6/extend',
    wire: { video_url: same, prompt: same, aspect_ratio: notSent, ...pixverseWire },
    ...pixverseExtended,
    providerPrice: {
      ...pixverseRates,
      source: 'https://fal.ai/models/fal-ai/pixverse/v6/extend/llms.txt',
      asOf: '2026-09-30',
    },
    examples: pixverseExamples(scene),
  });
