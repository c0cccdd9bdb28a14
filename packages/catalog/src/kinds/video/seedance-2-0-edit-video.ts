import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { limitVideo } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const longest = 15;

/**
 * Charges for each second of the source and of the result: 0.6 of $0.014 per 1,000 tokens, at the largest ratio of a
 * resolution.
 */
const ratesMicroUsd = { '480p': 84_400, '720p': 182_400, '1080p': 411_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number; max_seconds: number };
const cost = ({ resolution, duration, max_seconds }: Priced) =>
  ratesMicroUsd[resolution] * (duration + max_seconds);

export const kind = defineKind({
  id: 'seedance-2-0-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-2-0-edit-video',
    order: 109,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: 9 }),
    aspect_ratio: seedance2Ratio(),
    resolution: oneOf(['480p', '720p', '1080p'], { default: '720p' }),
    max_seconds: oneOf([5, 10, 15], { default: 5, unit: 's' }),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 15 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-0-edit-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'Edit @Video1: the street is covered in snow',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.0/reference-to-video',
    wire: {
      video_url: { as: 'video_urls', inList: true },
      ref_image_urls: { as: 'image_urls', unless: [] },
      aspect_ratio: same,
      max_seconds: limitsFile,
      ...seedance2TextWire(longest),
    },
    unsold: { bitrate_mode: 'standard' },
    ...seedance2Result,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/bytedance/seedance-2.0/reference-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'With a video a second costs 0.6 of the rate, and those of the source count, too.',
    },
    examples: [
      ...fromSecond(scene, 4, [825, 915, 1005, 1095, 1190, 1280, 1370, 1460, 1555, 1645, 1735, 1825]),
      { input: { ...scene, max_seconds: 10 }, costCredits: 1370 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 1825 },
      { input: { ...scene, resolution: '480p' }, costCredits: 425 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 2055 },
      { input: { ...scene, generate_audio: false }, costCredits: 915 },
      {
        input: { ...scene, ref_image_urls: ['https://example.com/coat.jpg'] },
        costCredits: 915,
      },
    ],
  });
