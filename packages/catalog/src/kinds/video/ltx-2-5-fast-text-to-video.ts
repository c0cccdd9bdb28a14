import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import {
  checkLongVideo,
  modelRatioField,
  oneOf,
  secondsField,
  soundField,
} from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { soldBySecond } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [6, 8, 10, 12, 14, 16, 18, 20] as const;
const longNeeds = { above: 10, resolution: ['720p', '1080p'], fps: [24, 25] };
const ltx25 = soldBySecond({ '720p': 90_000, '1080p': 130_000, '1440p': 190_000, '2160p': 300_000 });

export const kind = defineKind({
  id: 'ltx-2-5-fast-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/ltx-2-5-fast-text-to-video',
    order: 15,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(['16:9', '9:16'], '16:9'),
    resolution: oneOf(['720p', '1080p', '1440p', '2160p'], { default: '720p' }),
    duration: secondsField(seconds, 6, longNeeds),
    generate_audio: soundField(),
    camera_motion: oneOf(
      [
        'none',
        'dolly_in',
        'dolly_out',
        'dolly_left',
        'dolly_right',
        'jib_up',
        'jib_down',
        'static',
        'focus_shift',
      ],
      { default: 'none', section: 'advanced' },
    ),
    fps: oneOf([24, 25, 48, 50], { default: 25, section: 'advanced', unit: 'fps' }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [checkLongVideo(longNeeds)],
  price: ltx25.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '2160p' ? 90 : Math.max(35, 3.5 * input.duration)),
  columns: (input) => ({
    model: 'ltx-2-5-fast-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A slow ride past shop windows at night' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'lightricks/ltx-2.5/text-to-video/fast',
    wire: {
      prompt: same,
      aspect_ratio: same,
      resolution: same,
      duration: same,
      generate_audio: same,
      camera_motion: { unless: 'none' },
      fps: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      ...ltx25.charges,
      source: 'https://fal.ai/models/lightricks/ltx-2.5/text-to-video/fast/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      ...atSeconds(scene, { 6: 270, 8: 360, 10: 450, 12: 540, 14: 630, 16: 720, 18: 810, 20: 900 }),
      { input: { ...scene, resolution: '1080p' }, costCredits: 390 },
      { input: { ...scene, resolution: '1440p' }, costCredits: 570 },
      { input: { ...scene, resolution: '2160p' }, costCredits: 900 },
      { input: { ...scene, generate_audio: false, camera_motion: 'dolly_in', fps: 50 }, costCredits: 270 },
    ],
  });
