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
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'happy-horse-1-1-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/happy-horse-1-1-text-to-video',
    order: 97,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  ...happyHorse,
  fields: {
    prompt: promptField(longestHorsePrompt),
    aspect_ratio: modelRatioField(
      ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21', '5:4', '4:5'],
      '16:9',
    ),
    ...happyHorseOptions,
  },
  validatedOnly: advancedVideoFields,
  columns: (input) => ({
    model: 'happy-horse-1-1-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A foal takes its first steps in a stable' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/happy-horse/v1.1/text-to-video',
    wire: { aspect_ratio: same, ...happyHorseWire },
    ...happyHorseResult,
    providerPrice: {
      ...happyHorseCharges,
      source: 'https://fal.ai/models/alibaba/happy-horse/v1.1/text-to-video',
    },
    examples: happyHorseExamples(scene),
  });
