import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import {
  unsoldVeoText,
  veoCost,
  veoPrice,
  veoRest,
  veoSeconds,
  veoTextFields,
  veoWire,
} from '../../fields/veo3-1.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

const ratesMicroUsd = {
  '720p': 50_000,
  '720p silent': 30_000,
  '1080p': 80_000,
  '1080p silent': 50_000,
};
const cost = veoCost(ratesMicroUsd);

export const kind = defineKind({
  id: 'veo3-1-lite',
  medium: 'video',
  menu: { group: 'video', path: 'video/veo3-1-lite', order: 44, isNew: true, isPro: false, isPage: false },
  hasSound: true,
  fields: veoTextFields,
  validatedOnly: advancedVideoFields,
  rules: [],
  price: veoPrice(cost),
  expectedOutputs: () => 1,
  expectedSeconds: veoSeconds,
  columns: (input) => ({ model: 'veo3-1-lite', ...videoSize(input.resolution, input.aspect_ratio) }),
});

const scene = { prompt: 'A baker opens the oven and hums' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/veo3.1/lite',
    wire: veoWire(),
    ...veoRest,
    unsold: unsoldVeoText,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/veo3.1/lite/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(scene, { 4: 100, 6: 150, 8: 200 }),
      { input: { ...scene, generate_audio: false }, costCredits: 120 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 320 },
      { input: { ...scene, resolution: '1080p', generate_audio: false }, costCredits: 200 },
    ],
  });
