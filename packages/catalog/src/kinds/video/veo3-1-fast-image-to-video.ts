import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { modelRatioField, oneOf, secondsField, soundField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePriceWith } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../../shared-wire.ts';
import { same } from '../../wire.ts';

const seconds = [4, 6, 8] as const;
const ratesMicroUsd = {
  '720p': 150_000,
  '720p silent': 100_000,
  '1080p': 150_000,
  '1080p silent': 100_000,
};
type Priced = { resolution: '720p' | '1080p'; generate_audio: boolean; duration: number };
const cost = ({ resolution, generate_audio, duration }: Priced) =>
  ratesMicroUsd[generate_audio ? resolution : (`${resolution} silent` as const)] * duration;

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
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    duration: secondsField(seconds, 8),
    generate_audio: soundField(),
    negative_prompt: negativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => {
    const costs = { firstMicroUsd: cost({ ...input, generate_audio: false }), allMicroUsd: cost(input) };
    return rulePriceWith('sound', costs, { resolution: input.resolution });
  },
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '1080p' ? 120 : 90),
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
      resolution: same,
      duration: secondsAsText(seconds, 's'),
      generate_audio: same,
      negative_prompt: { unless: '' },
      seed: sentSeed,
    },
    fixed: { safety_tolerance: '4' },
    unsold: { auto_fix: false },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
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
