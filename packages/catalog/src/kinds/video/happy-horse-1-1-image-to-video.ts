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
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'happy-horse-1-1-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/happy-horse-1-1-image-to-video',
    order: 98,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  ...happyHorse,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(longestHorsePrompt),
    aspect_ratio: ignoredRatioField('auto'),
    ...happyHorseOptions,
  },
  validatedOnly: advancedVideoFields,
  columns: () => ({ model: 'happy-horse-1-1-image-to-video' }),
});

const scene = {
  prompt: 'The horse shakes its mane and gallops off',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/happy-horse/v1.1/image-to-video',
    wire: { image_url: same, aspect_ratio: notSent, ...happyHorseWire },
    ...happyHorseResult,
    providerPrice: {
      ...happyHorseCharges,
      source: 'https://fal.ai/models/alibaba/happy-horse/v1.1/image-to-video',
    },
    examples: happyHorseExamples(scene),
  });
