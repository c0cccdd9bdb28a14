import { defineKind } from '../../define-kind.ts';
import {
  unsoldVeoText,
  veoFastCost,
  veoFastExamples,
  veoFastProviderPrice,
  veoPrice,
  veoRest,
  veoSeconds,
  veoTextFields,
  veoWire,
} from '../../fields/veo3-1.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'veo3-1-fast',
  medium: 'video',
  menu: { group: 'video', path: 'video/veo3-1-fast', order: 45, isNew: true, isPro: false, isPage: false },
  hasSound: true,
  fields: veoTextFields,
  validatedOnly: advancedVideoFields,
  rules: [],
  price: veoPrice(veoFastCost),
  expectedOutputs: () => 1,
  expectedSeconds: veoSeconds,
  columns: (input) => ({ model: 'veo3-1-fast', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const scene = { prompt: 'A baker opens the oven and hums' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/veo3.1/fast',
    wire: veoWire(),
    ...veoRest,
    unsold: unsoldVeoText,
    providerPrice: veoFastProviderPrice,
    examples: veoFastExamples(scene),
  });
