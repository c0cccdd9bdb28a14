import { defineKind } from '../../define-kind.ts';
import {
  omniFlash,
  omniFlashExamples,
  omniFlashOptions,
  omniFlashResult,
  omniFlashWire,
} from '../../fields/omni-flash.ts';
import { promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'omni-flash-1-1-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/omni-flash-1-1-image-to-video',
    order: 84,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    ...omniFlashOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: omniFlash.price,
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: (input) => ({
    model: 'omni-flash-1-1-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'The market wakes up, stall by stall', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'google/gemini-omni-flash/v1.1/image-to-video',
    wire: { image_url: same, end_image_url: { unless: null }, prompt: same, ...omniFlashWire },
    ...omniFlashResult,
    providerPrice: {
      ...omniFlash.charges,
      source: 'https://fal.ai/models/google/gemini-omni-flash/v1.1/image-to-video',
      asOf: '2026-10-08',
      note: 'Two independent lists give the same price; the bill counts the length of the sound track.',
    },
    examples: [
      ...omniFlashExamples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 400 },
    ],
  });
