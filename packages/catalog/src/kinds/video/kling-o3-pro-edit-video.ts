import { defineKind } from '../../define-kind.ts';
import { limitVideo, unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { second: 336_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => ratesMicroUsd.second * max_seconds;

export const kind = defineKind({
  id: 'kling-o3-pro-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/kling-o3-pro-edit-video',
    order: 177,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: 4 }),
    max_seconds: oneOf([5, 10], { default: 5, unit: 's' }),
    keep_audio: switchField({ default: true }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.max_seconds,
  columns: () => ({ model: 'kling-o3-pro-edit-video' }),
});

const scene = {
  prompt: 'Put snow on the street of @Video1',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/o3/pro/video-to-video/edit',
    wire: {
      video_url: same,
      prompt: same,
      ref_image_urls: { as: 'image_urls', unless: [] },
      max_seconds: limitsFile,
      keep_audio: same,
      ...unusedVideoWire,
    },
    unsold: { shot_type: 'customize' },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/o3/pro/video-to-video/edit/llms.txt',
      asOf: '2026-11-30',
      note: 'An edited video is as long as its source.',
    },
    examples: [
      { input: scene, costCredits: 840 },
      { input: { ...scene, max_seconds: 10 }, costCredits: 1680 },
      { input: { ...scene, ref_image_urls: ['https://example.com/coat.jpg'] }, costCredits: 840 },
      { input: { ...scene, keep_audio: false }, costCredits: 840 },
    ],
  });
