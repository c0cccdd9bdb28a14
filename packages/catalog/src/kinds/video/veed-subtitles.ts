import { parseCaptions } from '../../captions/parse-captions.ts';
import { writeSrt } from '../../captions/write-captions.ts';
import { defineKind } from '../../define-kind.ts';
import type { Field } from '../../field.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { textField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { inputIssue } from '../../issues.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const plainStyles = ['simple', 'plain', 'corpo', 'capri', 'mint', 'karl', 'vegas', 'hustle'] as const;
/** Styles that move with the words; fal charges twice as much for them. */
const movingStyles = ['glass', 'glide', 'terminal', 'handwritten'] as const;
type Style = (typeof plainStyles)[number] | (typeof movingStyles)[number];
const moving: ReadonlySet<string> = new Set(movingStyles);

const ratesMicroUsd = { basic: 100_000, dynamic: 200_000 };
const cost = ({ preset, max_seconds }: { preset: Style; max_seconds: number }) =>
  (ratesMicroUsd[moving.has(preset) ? 'dynamic' : 'basic'] * max_seconds) / 60;
/** fal charges twice as much above 1080p, whose height encoders round up to 1,088 rows. */
const maxPixels = 1920 * 1088;

/** Subtitles as SubRip or WebVTT; without any, the model writes down what is said. Times are put in order. */
function subtitlesField(): Field<string> {
  const field = textField({ rows: 4, section: 'advanced', maxCodePoints: 20_000 });
  return {
    ...field,
    check(path, value) {
      const checked = field.check(path, value);
      if (!checked.ok || checked.value === '') return checked;
      const parsed = parseCaptions(checked.value);
      if (parsed.ok) return { ...checked, value: writeSrt(parsed.cues).trim() };
      const line = 'line' in parsed.issue ? parsed.issue.line : 1;
      return { ok: false, issue: inputIssue(path, 'subtitles_line', { line }) };
    },
  };
}

export const kind = defineKind({
  id: 'veed-subtitles',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-subtitles',
    order: 102,
    isNew: true,
    isPro: false,
    isPage: false,
  },

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    preset: oneOf([...plainStyles, ...movingStyles], { default: 'simple' }),
    srt_content: subtitlesField(),
    max_seconds: oneOf([60, 180, 300, 600], { default: 60, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + input.max_seconds,
  columns: () => ({ model: 'veed-subtitles' }),
});

const scene = { video_url: 'https://example.com/speaker.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/subtitles',
    wire: {
      video_url: same,
      preset: same,
      srt_content: { unless: '' },
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: ({ max_seconds, srt_content }) => [
      {
        field: 'video_url',
        maxSeconds: max_seconds,
        maxPixels,
        ...(srt_content === '' && { needsSound: true as const }),
      },
    ],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/veed/subtitles/api',
      asOf: '2026-11-26',
      note: 'A minute at least, and twice as much above 1080p; larger videos are refused.',
    },
    examples: [
      {
        input: { ...scene, srt_content: '1\n00:00:00,000 --> 00:00:02,000\nGood morning' },
        costCredits: 50,
      },
      ...plainStyles.map((preset) => ({ input: { ...scene, preset }, costCredits: 50 })),
      ...movingStyles.map((preset) => ({ input: { ...scene, preset }, costCredits: 100 })),
      { input: { ...scene, max_seconds: 180 }, costCredits: 150 },
      { input: { ...scene, max_seconds: 300 }, costCredits: 250 },
      { input: { ...scene, max_seconds: 600 }, costCredits: 500 },
    ],
  });
