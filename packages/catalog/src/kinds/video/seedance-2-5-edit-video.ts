import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { limitVideo } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
  seedance25,
  seedance25Resolution,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const longest = 30;
const ratesMicroUsd = seedance25.charges.microUsd;
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number; max_seconds: number };
/** Cost of a request with a video: a second costs 0.6 of the rate, and those of the source count, too. */
const cost = ({ resolution, duration, max_seconds }: Priced) =>
  Math.ceil((ratesMicroUsd[resolution] * (duration + max_seconds) * 6) / 10);

export const kind = defineKind({
  id: 'seedance-2-5-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-2-5-edit-video',
    order: 179,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: 9 }),
    aspect_ratio: seedance2Ratio(),
    resolution: seedance25Resolution(),
    max_seconds: oneOf([5, 10, 15, 30], { default: 5, unit: 's' }),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 15 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-5-edit-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'Edit @Video1: the street is covered in snow',
  video_url: 'https://example.com/street.mp4',
};

// biome-ignore format: nine seconds a line
const credits = [
  1280, 1420, 1565, 1705, 1845, 1990, 2130, 2275, 2415,
  2555, 2700, 2840, 2980, 3125, 3265, 3410, 3550, 3690,
  3835, 3975, 4120, 4260, 4400, 4545, 4685, 4825, 4970,
];

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.5/reference-to-video',
    wire: {
      video_url: { as: 'video_urls', inList: true },
      ref_image_urls: { as: 'image_urls', unless: [] },
      aspect_ratio: same,
      max_seconds: limitsFile,
      ...seedance2TextWire(longest),
    },
    unsold: { bitrate_mode: 'standard', codec: 'auto', task: 'reference' },
    ...seedance2Result,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/bytedance/seedance-2.5/reference-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'With a video a second costs 0.6 of the rate, and those of the source count. Its task of editing is not used: there the model chooses the length.',
    },
    examples: [
      ...fromSecond(scene, 4, credits),
      { input: { ...scene, max_seconds: 10 }, costCredits: 2130 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 2840 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 4970 },
      { input: { ...scene, resolution: '480p' }, costCredits: 665 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 3495 },
      { input: { ...scene, generate_audio: false }, costCredits: 1420 },
      {
        input: { ...scene, ref_image_urls: ['https://example.com/coat.jpg'] },
        costCredits: 1420,
      },
    ],
  });
