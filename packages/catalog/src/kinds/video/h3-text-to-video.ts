import { defineKind } from '../../define-kind.ts';
import { h3, h3Charges, h3Examples, h3Options, h3Result, h3Wire } from '../../fields/h3.ts';
import { h3Ratios } from '../../fields/h3-max.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'h3-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/h3-text-to-video',
    order: 18,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  ...h3,
  fields: { prompt: promptField(), aspect_ratio: modelRatioField(h3Ratios, '16:9'), ...h3Options },
  validatedOnly: advancedVideoFields,
  columns: (input) => ({
    model: 'h3-text-to-video',
    ...videoSize(h3.fixedResolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A lighthouse keeper climbs the stairs while the storm begins' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3/text-to-video',
    wire: { prompt: same, aspect_ratio: same, ...h3Wire },
    ...h3Result,
    providerPrice: { ...h3Charges, source: 'https://fal.ai/models/minimax/h3/text-to-video/llms.txt' },
    examples: h3Examples(scene),
  });
