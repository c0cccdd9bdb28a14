import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { modelRatioField, oneOf, secondsField, soundField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [6, 8, 10] as const;
const ratesMicroUsd = { '1080p': 60_000, '1440p': 120_000, '2160p': 240_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number };
const cost = ({ resolution, duration }: Priced) => ratesMicroUsd[resolution] * duration;

export const kind = defineKind({
  id: 'ltx-2-3-fast-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/ltx-2-3-fast-image-to-video',
    order: 74,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['auto', '16:9', '9:16'], 'auto'),
    resolution: oneOf(['1080p', '1440p', '2160p'], { default: '1080p' }),
    duration: secondsField(seconds, 6),
    generate_audio: soundField(),
    fps: oneOf([24, 25, 48, 50], { default: 25, section: 'advanced', unit: 'fps' }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '2160p' ? 90 : 40),
  columns: (input) => ({
    model: 'ltx-2-3-fast-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'A drone descends into a canyon at dusk',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/ltx-2.3/image-to-video/fast',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: secondsAsText(seconds),
      generate_audio: same,
      fps: secondsAsText([24, 25, 48, 50]),
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/ltx-2.3/image-to-video/fast/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [
      ...atSeconds(scene, { 6: 180, 8: 240, 10: 300 }),
      { input: { ...scene, resolution: '1440p' }, costCredits: 360 },
      { input: { ...scene, resolution: '2160p' }, costCredits: 720 },
      { input: { ...scene, generate_audio: false, fps: 50 }, costCredits: 180 },
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 180 },
    ],
  });
