import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { limitVideo } from '../../fields/given-video.ts';
import { everySecond, modelRatioField, oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { wan30, wan30Options, wan30Ratios, wan30Result, wan30Wire } from '../../fields/wan-3-0.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

/** Source and result have 30 seconds together. */
const longest = 15;
const ratesMicroUsd = wan30.charges.microUsd;
type Priced = { resolution: keyof typeof ratesMicroUsd; duration: number; max_seconds: number };
const cost = ({ resolution, duration, max_seconds }: Priced) =>
  ratesMicroUsd[resolution] * (duration + max_seconds);

export const kind = defineKind({
  id: 'wan-3-0-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/wan-3-0-edit-video',
    order: 181,
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
    aspect_ratio: modelRatioField(wan30Ratios, 'auto'),
    max_seconds: oneOf([5, 10, 15], { default: 5, unit: 's' }),
    ...wan30Options,
    duration: secondsField(everySecond(2, longest), 5),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: (input) => ({
    model: 'wan-3-0-edit-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'Video 1, with the street covered in snow',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/wan-3.0/reference-to-video',
    wire: {
      video_url: { as: 'reference_video_urls', inList: true },
      ref_image_urls: { as: 'reference_image_urls', unless: [] },
      prompt: same,
      max_seconds: limitsFile,
      ...wan30Wire(),
    },
    ...wan30Result,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/alibaba/wan-3.0/reference-to-video/llms.txt',
      asOf: '2026-09-30',
      note: 'The page counts the seconds that are made; those of the source are counted as well, because it says nothing about them.',
    },
    examples: [
      ...fromSecond(scene, 2, [350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 950, 1000]),
      { input: { ...scene, max_seconds: 10 }, costCredits: 750 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 1000 },
      { input: { ...scene, resolution: '480p' }, costCredits: 250 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 1000 },
      { input: { ...scene, generate_audio: false }, costCredits: 500 },
      {
        input: { ...scene, ref_image_urls: ['https://example.com/coat.jpg'] },
        costCredits: 500,
      },
    ],
  });
