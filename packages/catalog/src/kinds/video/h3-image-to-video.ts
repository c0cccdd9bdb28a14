import { defineKind } from '../../define-kind.ts';
import { h3, h3Charges, h3Examples, h3Options, h3Result, h3Wire } from '../../fields/h3.ts';
import { h3Frames, h3FramesWire } from '../../fields/h3-max.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'h3-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/h3-image-to-video',
    order: 95,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  ...h3,
  fields: { ...h3Frames, ...h3Options },
  validatedOnly: advancedVideoFields,
  columns: (input) => ({
    model: 'h3-image-to-video',
    ...videoSize(h3.fixedResolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The boat leaves the harbour and the gulls follow it',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'minimax/h3/image-to-video',
    wire: { ...h3FramesWire(), ...h3Wire },
    ...h3Result,
    providerPrice: { ...h3Charges, source: 'https://fal.ai/models/minimax/h3/image-to-video/llms.txt' },
    examples: [
      ...h3Examples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 325 },
    ],
  });
