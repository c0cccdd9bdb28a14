import { defineKind } from '../../define-kind.ts';
import { limitVideo } from '../../fields/given-video.ts';
import { longestHorsePrompt } from '../../fields/happy-horse.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentShortSeed } from '../../shared-wire.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

/** Charges for each second, which counts both as source and as result. */
const ratesMicroUsd = { '720p': 280_000, '1080p': 560_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) => ratesMicroUsd[resolution] * max_seconds;

export const kind = defineKind({
  id: 'happy-horse-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/happy-horse-edit-video',
    order: 108,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(longestHorsePrompt),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: 5 }),
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    max_seconds: oneOf([5, 10, 15], { default: 5, unit: 's' }),
    audio_setting: oneOf(['auto', 'origin'], { default: 'auto' }),
    aspect_ratio: ignoredRatioField('auto'),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 15 * input.max_seconds,
  columns: () => ({ model: 'happy-horse-edit-video' }),
});

const scene = {
  prompt: 'Dress the runner in a raincoat, and let it rain',
  video_url: 'https://example.com/runner.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/happy-horse/video-edit',
    wire: {
      video_url: same,
      prompt: same,
      ref_image_urls: { as: 'reference_image_urls', unless: [] },
      resolution: same,
      max_seconds: limitsFile,
      audio_setting: same,
      aspect_ratio: notSent,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentShortSeed,
    },
    outputs: videoOutputs,
    sample: wanVideoSample,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/alibaba/happy-horse/video-edit/llms.txt',
      asOf: '2026-09-30',
      note: 'The rate counts a second of the source and of the result, which are as long as each other.',
    },
    examples: [
      { input: scene, costCredits: 700 },
      { input: { ...scene, max_seconds: 10 }, costCredits: 1400 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 2100 },
      { input: { ...scene, resolution: '1080p' }, costCredits: 1400 },
      {
        input: {
          ...scene,
          audio_setting: 'origin',
          ref_image_urls: ['https://example.com/raincoat.jpg'],
        },
        costCredits: 700,
      },
    ],
  });
