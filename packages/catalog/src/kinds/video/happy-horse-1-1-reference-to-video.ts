import { defineKind } from '../../define-kind.ts';
import {
  happyHorse,
  happyHorseCharges,
  happyHorseExamples,
  happyHorseOptions,
  happyHorseResult,
  happyHorseWire,
  longestHorsePrompt,
} from '../../fields/happy-horse.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, ignoredRatioField, referencesField } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent } from '../../wire.ts';

export const kind = defineKind({
  id: 'happy-horse-1-1-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/happy-horse-1-1-reference-to-video',
    order: 69,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  ...happyHorse,
  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField(longestHorsePrompt),
    aspect_ratio: ignoredRatioField('16:9'),
    ...happyHorseOptions,
  },
  validatedOnly: advancedVideoFields,
  columns: () => ({ model: 'happy-horse-1-1-reference-to-video' }),
});

const scene = {
  prompt: 'character1 of the picture feeds the ducks at the pond',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/happy-horse/v1.1/reference-to-video',
    wire: { reference_image_urls: 'image_urls', aspect_ratio: notSent, ...happyHorseWire },
    ...happyHorseResult,
    providerPrice: {
      ...happyHorseCharges,
      source: 'https://fal.ai/models/alibaba/happy-horse/v1.1/reference-to-video',
    },
    examples: happyHorseExamples(scene),
  });
