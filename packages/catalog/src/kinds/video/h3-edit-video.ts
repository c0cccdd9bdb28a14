import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { limitVideo } from '../../fields/given-video.ts';
import {
  freeH3References,
  h3,
  h3Charges,
  h3Options,
  h3Ratio,
  h3RatioWire,
  h3Result,
  h3Wire,
} from '../../fields/h3.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload, uploadList } from '../../fields/upload-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

type Priced = { duration: number; max_seconds: number };
const cost = ({ duration, max_seconds }: Priced) => h3Charges.microUsd.second * (duration + max_seconds);

export const kind = defineKind({
  id: 'h3-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/h3-edit-video',
    order: 180,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  ...h3,
  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    ref_image_urls: uploadList({ accept: 'image', maxFiles: freeH3References }),
    aspect_ratio: h3Ratio(),
    max_seconds: oneOf([5, 10, 15], { default: 5, unit: 's' }),
    ...h3Options,
  },
  validatedOnly: advancedVideoFields,
  price: (input) => rulePrice(cost(input)),
  columns: (input) => ({ model: 'h3-edit-video', ...videoSize(h3.fixedResolution, input.aspect_ratio) }),
});

const scene = {
  prompt: 'Video 1, with the street covered in snow',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3/reference-to-video',
    wire: {
      video_url: { as: 'reference_video_urls', inList: true },
      ref_image_urls: { as: 'reference_image_urls', unless: [] },
      prompt: same,
      aspect_ratio: h3RatioWire,
      max_seconds: limitsFile,
      ...h3Wire,
    },
    ...h3Result,
    fileLimits: limitVideo,
    providerPrice: {
      ...h3Charges,
      cost,
      source: 'https://fal.ai/models/minimax/h3/reference-to-video/llms.txt',
      note: 'The page says nothing about seconds of a source; its maker counts them, and so does this price.',
    },
    examples: [
      ...fromSecond(scene, 5, [650, 715, 780, 845, 910, 975, 1040, 1105, 1170, 1235, 1300]),
      { input: { ...scene, max_seconds: 10 }, costCredits: 975 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 1300 },
      {
        input: { ...scene, ref_image_urls: ['https://example.com/coat.jpg'] },
        costCredits: 650,
      },
    ],
  });
