import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { sliderField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { subtitledVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { minute: 30_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => (ratesMicroUsd.minute * max_seconds) / 60;

const languages = ['en', 'zh', 'ja', 'ko', 'es', 'fr', 'de', 'it', 'pt', 'nl'] as const;
/** Fonts of Google, for Latin letters and, the last, for Chinese characters. */
const fonts = ['Montserrat', 'Poppins', 'Bebas Neue', 'Roboto Slab', 'Noto Sans SC'] as const;
const colors = ['white', 'yellow', 'orange', 'green', 'cyan', 'purple', 'red', 'black'] as const;

export const kind = defineKind({
  id: 'auto-subtitle',
  medium: 'video',
  menu: { group: 'video', path: 'video/auto-subtitle', order: 184, isNew: true, isPro: false, isPage: false },

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    language: oneOf(languages, { default: 'en', unit: 'language' }),
    font_name: oneOf(fonts, { default: 'Montserrat', unit: 'font' }),
    font_color: oneOf(colors, { default: 'white' }),
    highlight_color: oneOf(colors, { default: 'purple' }),
    position: oneOf(['top', 'center', 'bottom'], { default: 'bottom' }),
    max_seconds: oneOf([60, 180, 300, 600], { default: 60, unit: 's' }),
    words_per_subtitle: sliderField({ min: 1, max: 12, step: 1, default: 3 }),
    font_size: sliderField({ min: 20, max: 150, step: 5, default: 100 }),
    enable_animation: switchField({ default: true }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + input.max_seconds,
  columns: () => ({ model: 'auto-subtitle' }),
});

const scene = { video_url: 'https://example.com/speaker.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/workflow-utilities/auto-subtitle',
    wire: {
      video_url: same,
      language: same,
      font_name: same,
      font_color: same,
      highlight_color: same,
      position: same,
      max_seconds: limitsFile,
      words_per_subtitle: same,
      font_size: same,
      enable_animation: same,
      ...unusedVideoWire,
    },
    unsold: {
      font_weight: 'bold',
      stroke_width: 3,
      stroke_color: 'black',
      background_color: 'none',
      y_offset: 75,
    },
    outputs: subtitledVideoOutputs,
    sample: { ...wanProSample, transcription: '', subtitle_count: 0 },
    fileLimits: ({ max_seconds }) => [{ field: 'video_url', maxSeconds: max_seconds, needsSound: true }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/fal-ai/workflow-utilities/auto-subtitle',
      asOf: '2026-11-30',
      note: 'One program has this price; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 15 },
      { input: { ...scene, max_seconds: 180, language: 'zh', font_name: 'Noto Sans SC' }, costCredits: 45 },
      {
        input: { ...scene, max_seconds: 300, highlight_color: 'yellow', words_per_subtitle: 1 },
        costCredits: 75,
      },
      { input: { ...scene, max_seconds: 600, enable_animation: false }, costCredits: 150 },
    ],
  });
