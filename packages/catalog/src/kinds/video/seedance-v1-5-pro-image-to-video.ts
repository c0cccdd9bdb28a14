import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { modelRatioField, oneOf, secondsField, soundField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePriceWith } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText, sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const ratesMicroUsd = {
  '480p': 24_200,
  '480p silent': 12_100,
  '720p': 52_400,
  '720p silent': 26_200,
  '1080p': 117_600,
  '1080p silent': 58_800,
};
type Priced = { resolution: '480p' | '720p' | '1080p'; generate_audio: boolean; duration: number };
const cost = ({ resolution, generate_audio, duration }: Priced) =>
  ratesMicroUsd[generate_audio ? resolution : (`${resolution} silent` as const)] * duration;

export const kind = defineKind({
  id: 'seedance-v1-5-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/seedance-v1-5-pro-image-to-video',
    order: 77,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: modelRatioField(['auto', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], 'auto'),
    resolution: oneOf(['480p', '720p', '1080p'], { default: '720p' }),
    duration: secondsField(seconds, 5),
    generate_audio: soundField(),
    camera_fixed: switchField({ default: false }),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => {
    const costs = { firstMicroUsd: cost({ ...input, generate_audio: false }), allMicroUsd: cost(input) };
    return rulePriceWith('sound', costs, { resolution: input.resolution });
  },
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 12 * input.duration,
  columns: (input) => ({
    model: 'seedance-v1-5-pro-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'A kite rises over a beach, children cheer',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seedance/v1.5/pro/image-to-video',
    wire: {
      image_url: same,
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: secondsAsText(seconds),
      generate_audio: same,
      camera_fixed: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentSeed,
    },
    outputs: videoOutputs,
    expects: expectsDuration,
    sample: wanVideoSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/bytedance/seedance/v1.5/pro/image-to-video/llms.txt',
      asOf: '2026-11-24',
      note: '$2.40 per million tokens of height \u00d7 width \u00d7 24 frames a second \u00d7 seconds / 1024, half of it without sound; counted for the largest size of each resolution.',
    },
    examples: [
      ...atSeconds(scene, { 4: 105, 5: 135, 6: 160, 7: 185, 8: 210, 9: 240, 10: 265, 11: 290, 12: 315 }),
      { input: { ...scene, generate_audio: false }, costCredits: 70 },
      { input: { ...scene, resolution: '480p' }, costCredits: 65 },
      { input: { ...scene, resolution: '480p', generate_audio: false }, costCredits: 35 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 295 },
      { input: { ...scene, resolution: '1080p', generate_audio: false }, costCredits: 150 },
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 135 },
    ],
  });
