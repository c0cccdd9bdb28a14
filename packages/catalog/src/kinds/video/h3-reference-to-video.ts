import { defineKind } from '../../define-kind.ts';
import {
  freeH3References,
  h3,
  h3Charges,
  h3Examples,
  h3Options,
  h3Ratio,
  h3RatioWire,
  h3Result,
  h3Wire,
} from '../../fields/h3.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'h3-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/h3-reference-to-video',
    order: 107,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  ...h3,
  fields: {
    reference_image_urls: referencesField(freeH3References),
    prompt: promptField(),
    aspect_ratio: h3Ratio(),
    ...h3Options,
  },
  validatedOnly: advancedVideoFields,
  columns: (input) => ({
    model: 'h3-reference-to-video',
    ...videoSize(h3.fixedResolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The cellist of Image 1 plays in an empty hall',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3/reference-to-video',
    wire: {
      reference_image_urls: same,
      prompt: same,
      aspect_ratio: h3RatioWire,
      ...h3Wire,
    },
    ...h3Result,
    providerPrice: {
      ...h3Charges,
      source: 'https://fal.ai/models/minimax/h3/reference-to-video/llms.txt',
      note: 'Five images are free, and no more are taken.',
    },
    examples: h3Examples(scene),
  });
