import { defineKind } from '../../define-kind.ts';
import {
  omniFlash,
  omniFlashExamples,
  omniFlashOptions,
  omniFlashResult,
  omniFlashWire,
} from '../../fields/omni-flash.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'omni-flash-1-1-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/omni-flash-1-1-reference-to-video',
    order: 64,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField(),
    ...omniFlashOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: omniFlash.price,
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: (input) => ({
    model: 'omni-flash-1-1-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The teapot of the picture pours for four guests',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'google/gemini-omni-flash/v1.1/reference-to-video',
    wire: { reference_image_urls: 'image_urls', prompt: same, ...omniFlashWire },
    ...omniFlashResult,
    providerPrice: {
      ...omniFlash.charges,
      source: 'https://fal.ai/models/google/gemini-omni-flash/v1.1/reference-to-video',
      asOf: '2026-10-08',
      note: 'Two independent lists give the same price; the bill counts the length of the sound track.',
    },
    examples: omniFlashExamples(scene),
  });
