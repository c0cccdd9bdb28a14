import { defineKind } from '../../define-kind.ts';
import {
  flux3Extend,
  flux3ExtendExamples,
  flux3Extended,
  flux3Options,
  flux3Wire,
} from '../../fields/flux-3-video.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const longestSourceSeconds = 15;

export const kind = defineKind({
  id: 'flux-3-extend-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/flux-3-extend-video',
    order: 104,
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
    ...flux3Options,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: flux3Extend.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 90 + 10 * input.duration,
  columns: () => ({ model: 'flux-3-extend-video' }),
});

const scene = {
  prompt: 'The balloon drifts over the next hill',
  video_url: 'https://example.com/balloon.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'blackforestlabs/flux-3/extend-video',
    wire: { video_url: same, prompt: same, aspect_ratio: notSent, ...flux3Wire },
    ...flux3Extended,
    unsold: { aspect_ratio: 'auto' },
    fileLimits: () => [{ field: 'video_url', maxSeconds: longestSourceSeconds }],
    providerPrice: {
      ...flux3Extend.charges,
      source: 'https://fal.ai/models/blackforestlabs/flux-3/extend-video/llms.txt',
      asOf: '2026-09-30',
      note: 'One list says that only the seconds that are added are made, and that a source has 15 at most.',
    },
    examples: flux3ExtendExamples(scene),
  });
