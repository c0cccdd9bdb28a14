import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { veoCost, veoFixed, veoOptions, veoResult, veoSeconds, veoWire } from '../../fields/veo3-1.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = {
  '720p': 150_000,
  '720p silent': 100_000,
  '1080p': 150_000,
  '1080p silent': 100_000,
};
const cost = veoCost(ratesMicroUsd);

export const kind = defineKind({
  id: 'veo3-1-fast-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/veo3-1-fast-image-to-video',
    order: 75,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['auto', '16:9', '9:16'], 'auto'),
    ...veoOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input, { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: veoSeconds,
  columns: (input) => ({
    model: 'veo3-1-fast-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A baker opens the oven and hums', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/veo3.1/fast/image-to-video',
    wire: {
      image_url: same,
      prompt: same,
      aspect_ratio: same,
      ...veoWire(),
    },
    fixed: veoFixed,
    unsold: { auto_fix: false },
    ...veoResult,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/veo3.1/fast/first-last-frame-to-video/llms.txt',
      asOf: '2026-11-24',
      note: "Price of Veo 3.1 Fast on fal's page of its first-last-frame endpoint; resellers give the same one for this endpoint.",
    },
    examples: [
      ...atSeconds(scene, { 4: 300, 6: 450, 8: 600 }),
      { input: { ...scene, generate_audio: false }, costCredits: 400 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 600 },
      { input: { ...scene, resolution: '1080p', generate_audio: false }, costCredits: 400 },
    ],
  });
