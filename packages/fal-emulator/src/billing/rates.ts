import {
  fileSeconds,
  hasVideo,
  perImage,
  perMegapixel,
  perRequest,
  perSecond,
  perVideo,
  type Rate,
  readReferenceSeconds,
  readSeconds,
} from './rate-forms.ts';
import { soundRates } from './sound-rates.ts';

// Units and prices of the models, as fal bills them: a quantity in the model's own unit, and one price for each unit.
// Where the rate depends on the resolution or the sound, the quantity grows with it.

const kling = (silent: number, sound: number) => perSecond({ any: [silent, sound] });
const wan = perSecond({ '720p': 0.1, '1080p': 0.15 });
const animate = perSecond({ '480p': 0.04, '580p': 0.06, '720p': 0.08 }, () => fileSeconds);
const seedance = perSecond({ '480p': [0.0121, 0.0242], '720p': [0.0262, 0.0524], '1080p': [0.0588, 0.1176] });
const veoFast = perSecond({ '720p': [0.1, 0.15], '1080p': [0.1, 0.15] });
const nanoBanana2 = perImage(0.08, { '0.5K': 0.75, '2K': 1.5, '4K': 2 });
const nanoBananaPro = perImage(0.15, { '4K': 2 });

const pixverse = perSecond({
  '360p': [0.025, 0.035],
  '540p': [0.035, 0.045],
  '720p': [0.045, 0.06],
  '1080p': [0.09, 0.115],
});
const h3MaxTurbo = perSecond({ '480P': 0.025, '768P': 0.04, '1080P': 0.08 });
const h3Max = perSecond({ '480P': 0.05, '768P': 0.08, '1080P': 0.16 });
const wan30Rates = { '480p': 0.05, '720p': 0.1, '1080p': 0.2 };
const wan30 = perSecond(wan30Rates);
const omniFlash = perSecond({ '360p': 0.03, '720p': 0.1, '1080p': 0.15, '4k': 0.3 });
const viduQ3 = perSecond({ '360p': 0.07, '540p': 0.07, '720p': 0.154, '1080p': 0.154 });
const seedance2Mini = perSecond({ '480p': 0.0721, '720p': 0.1547 });
const seedance25Rates = { '480p': 0.2205, '720p': 0.473, '1080p': 1.164 };
const seedance25 = perSecond(seedance25Rates);
const happyHorse = perSecond({ '720p': 0.14, '1080p': 0.18 });
const flux3 = perSecond({ '720p': 0.17, '1080p': 0.29 });
const nanoBanana21 = perImage(0.04, { '2K': 1.5 });

/** Styles of subtitles that cost twice as much. */
const movingStyles = new Set(['glass', 'whisper', 'glide', 'glide2', 'fusion', 'terminal', 'handwritten']);

const rates: Readonly<Record<string, Rate>> = {
  ...soundRates,
  'fal-ai/wan-t2v': perVideo(0.4),
  'fal-ai/wan-i2v': perVideo(0.2),
  'fal-ai/wan-flf2v': perVideo(0.2),
  'fal-ai/wan-vace': perVideo(0.2),
  'fal-ai/wan-pro/text-to-video': perVideo(0.8),
  'fal-ai/wan-pro/image-to-video': perVideo(0.8),
  'fal-ai/wan/v2.2-5b/text-to-video': perVideo(0.15),
  'fal-ai/wan/v2.2-a14b/text-to-video': perVideo(0.4),
  'fal-ai/flux/schnell': perMegapixel(0.003),
  'fal-ai/flux/dev': perMegapixel(0.025),
  'fal-ai/flux/dev/image-to-image': perMegapixel(0.03),
  'fal-ai/janus': perImage(0.02),
  'fal-ai/stable-diffusion-v35-large': perImage(0.02),
  'fal-ai/moondream3-preview/query': perRequest(0.02),
  'wan/v2.6/text-to-video': wan,
  'wan/v2.6/image-to-video': wan,
  'fal-ai/wan/v2.7/text-to-video': wan,
  'fal-ai/wan/v2.7/image-to-video': wan,
  'fal-ai/wan/v2.7/reference-to-video': perSecond({ any: 0.1 }),
  'fal-ai/wan/v2.7/text-to-image': perImage(0.03),
  'fal-ai/kling-video/v3/standard/text-to-video': kling(0.084, 0.126),
  'fal-ai/kling-video/v3/pro/text-to-video': kling(0.112, 0.168),
  'fal-ai/kling-video/v3/pro/image-to-video': kling(0.112, 0.168),
  'fal-ai/kling-video/v2.6/pro/image-to-video': kling(0.07, 0.14),
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video': perSecond({ any: 0.07 }),
  'fal-ai/veo3.1/lite': perSecond({ '720p': [0.03, 0.05], '1080p': [0.05, 0.08] }),
  'fal-ai/veo3.1/fast': veoFast,
  'fal-ai/veo3.1/fast/image-to-video': veoFast,
  'fal-ai/veo3.1': perSecond({ '720p': [0.2, 0.4], '1080p': [0.2, 0.4] }),
  'fal-ai/bytedance/seedance/v1.5/pro/text-to-video': seedance,
  'fal-ai/bytedance/seedance/v1.5/pro/image-to-video': seedance,
  'fal-ai/minimax/hailuo-2.3/standard/text-to-video': perVideo(0.28),
  'fal-ai/minimax/hailuo-2.3/standard/image-to-video': perVideo(0.28),
  'fal-ai/minimax/hailuo-2.3/pro/text-to-video': perVideo(0.49),
  'fal-ai/minimax/hailuo-2.3/pro/image-to-video': perVideo(0.49),
  'fal-ai/ltx-2.3/text-to-video/fast': perSecond({ '1080p': 0.04, '1440p': 0.08, '2160p': 0.16 }),
  'fal-ai/ltx-2.3/image-to-video/fast': perSecond({ '1080p': 0.06, '1440p': 0.12, '2160p': 0.24 }),
  'fal-ai/pixverse/v6/text-to-video': pixverse,
  'fal-ai/pixverse/v6/image-to-video': pixverse,
  'fal-ai/pixverse/v6/transition': pixverse,
  'fal-ai/pixverse/v6/extend': pixverse,
  'minimax/h3-max-turbo/text-to-video': h3MaxTurbo,
  'minimax/h3-max-turbo/image-to-video': h3MaxTurbo,
  'minimax/h3/text-to-video': perSecond({ any: 0.13 }),
  'minimax/h3/image-to-video': perSecond({ any: 0.13 }),
  'minimax/h3/reference-to-video': perSecond({ any: 0.13 }, readReferenceSeconds),
  'minimax/h3-max/text-to-video': h3Max,
  'minimax/h3-max/image-to-video': h3Max,
  'alibaba/wan-3.0/text-to-video': wan30,
  'alibaba/wan-3.0/image-to-video': wan30,
  'alibaba/wan-3.0/reference-to-video': perSecond(wan30Rates, readReferenceSeconds),
  'alibaba/happy-horse/v1.1/text-to-video': happyHorse,
  'alibaba/happy-horse/v1.1/image-to-video': happyHorse,
  'alibaba/happy-horse/v1.1/reference-to-video': happyHorse,
  'xai/grok-imagine-video/v1.5/image-to-video': perSecond({ '480p': 0.08, '720p': 0.14, '1080p': 0.25 }),
  'xai/grok-imagine-video/v1.5/reference-to-video': perSecond({ '480p': 0.08, '720p': 0.14 }),
  'fal-ai/kling-video/o3/pro/reference-to-video': perSecond({ any: [0.112, 0.14] }),
  'google/gemini-omni-flash/v1.1/text-to-video': omniFlash,
  'google/gemini-omni-flash/v1.1/image-to-video': omniFlash,
  'google/gemini-omni-flash/v1.1/reference-to-video': omniFlash,
  'bytedance/seedance-2.0/mini/text-to-video': seedance2Mini,
  'bytedance/seedance-2.0/mini/image-to-video': seedance2Mini,
  'bytedance/seedance-2.0/mini/reference-to-video': seedance2Mini,
  'bytedance/seedance-2.0/reference-to-video': perSecond(
    { '480p': 0.0844, '720p': 0.1824, '1080p': 0.411 },
    (input) => readSeconds(input) + fileSeconds,
  ),
  'bytedance/seedance-2.0/fast/image-to-video': perSecond({ '480p': 0.113, '720p': 0.2419 }),
  'bytedance/seedance-2.5/text-to-video': seedance25,
  'bytedance/seedance-2.5/image-to-video': seedance25,
  // A second costs 0.6 of the rate when a video is given.
  'bytedance/seedance-2.5/reference-to-video': perSecond(seedance25Rates, (input) =>
    hasVideo(input) ? 0.6 * readReferenceSeconds(input) : readSeconds(input),
  ),
  'fal-ai/kling-video/v3/turbo/standard/image-to-video': perSecond({ any: 0.112 }),
  'lightricks/ltx-2.5/text-to-video/fast': perSecond({
    '720p': 0.09,
    '1080p': 0.13,
    '1440p': 0.19,
    '2160p': 0.3,
  }),
  'fal-ai/vidu/q3/text-to-video': viduQ3,
  'fal-ai/vidu/q3/image-to-video': viduQ3,
  'blackforestlabs/flux-3/text-to-video': flux3,
  'blackforestlabs/flux-3/image-to-video': flux3,
  'blackforestlabs/flux-3/first-last-frame-to-video': flux3,
  'blackforestlabs/flux-3/extend-video': perSecond({ '720p': 0.41, '1080p': 0.53 }),
  'alibaba/happy-horse/video-edit': perSecond({ '720p': 0.28, '1080p': 0.56 }, () => fileSeconds),
  'xai/grok-imagine-video/edit-video': perSecond({ '480p': 0.06, '720p': 0.08 }, () => fileSeconds),
  'xai/grok-imagine-video/extend-video': perSecond({ any: 0.08 }),
  'veed/video-background-removal': perSecond({ any: 0.0225 }, () => fileSeconds),
  'fal-ai/sync-lipsync/v3': perSecond({ any: 0.1333 }, () => fileSeconds),
  'fal-ai/sync-lipsync/v3/image-to-video': perSecond({ any: 0.1333 }, () => fileSeconds),
  'veed/subtitles': {
    unit: 'minute',
    unitPriceUsd: 0.1,
    countUnits: (input) => Math.max(1, fileSeconds / 60) * (movingStyles.has(String(input.preset)) ? 2 : 1),
  },
  'veed/lipsync': { unit: 'minute', unitPriceUsd: 0.4, countUnits: () => fileSeconds / 60 },
  'veed/fabric-1.0': perSecond({ '480p': 0.08, '720p': 0.15 }, () => fileSeconds),
  'fal-ai/mmaudio-v2': perSecond({ any: 0.001 }),
  'openai/gpt-image-2.5/flare/text-to-image': perImage(0.0262),
  'openai/gpt-image-2.5/flare/edit': perImage(0.0662),
  'openai/gpt-image-2.5/sunburst/text-to-image': perImage(0.0262),
  'openai/gpt-image-2.5/sunburst/edit': perImage(0.0662),
  'openai/gpt-image-2': perImage(0.073),
  'openai/gpt-image-2/edit': perImage(0.113),
  'microsoft/mai-image-2.5': perImage(0.1),
  'microsoft/mai-image-2.5/edit': perImage(0.11),
  'google/nano-banana-2.1': nanoBanana21,
  'google/nano-banana-2.1/edit': nanoBanana21,
  'bytedance/seedream/v5/flash/text-to-image': perImage(0.027),
  'bytedance/seedream/v5/flash/edit': perImage(0.027),
  'bytedance/seedream/v5/pro/text-to-image': perImage(0.135),
  'bytedance/seedream/v5/pro/edit': perImage(0.135),
  'ideogram/v4': perMegapixel(0.015),
  'fal-ai/recraft/v4.1/text-to-image': perImage(0.035),
  'alibaba/qwen-image-3/text-to-image': perImage(0.04),
  'fal-ai/topaz/upscale/video': perSecond({ any: 0.02 }, () => fileSeconds),
  'fal-ai/topaz/upscale/image': perImage(0.08),
  'fal-ai/seedvr/upscale/image': perMegapixel(0.001),
  'clarityai/crystal-upscaler': perMegapixel(0.016),
  // Each frame of a result in 1080p counts.
  'fal-ai/seedvr/upscale/video': {
    unit: 'megapixel',
    unitPriceUsd: 0.001,
    countUnits: () => fileSeconds * 24 * 2.07,
  },
  'pixelcut/video-background-removal': perSecond({ any: 0.022 }, () => fileSeconds),
  'bria/video/background-removal/v3': perSecond({ any: 0.05 }, () => fileSeconds),
  'fal-ai/ltx-2.3/extend-video': perSecond({ any: 0.1 }),
  'fal-ai/kling-video/o3/pro/video-to-video/edit': perSecond({ any: 0.336 }, () => fileSeconds),
  'xai/grok-imagine-image/v2.0/text-to-image': perImage(0.06, { '2k': 1.5 }),
  'fal-ai/wan/v2.2-14b/animate/move': animate,
  'fal-ai/wan/v2.2-14b/animate/replace': animate,
  'fal-ai/nano-banana-2': nanoBanana2,
  'fal-ai/nano-banana-2/edit': nanoBanana2,
  'fal-ai/nano-banana-pro': nanoBananaPro,
  'fal-ai/nano-banana-pro/edit': nanoBananaPro,
  'fal-ai/flux-2': perMegapixel(0.012),
  'fal-ai/flux-2-pro': perMegapixel(0.03),
  'fal-ai/flux-2/turbo': perMegapixel(0.008),
  'fal-ai/z-image/turbo': perMegapixel(0.005),
  'fal-ai/bytedance/seedream/v4.5/text-to-image': perImage(0.04),
  'fal-ai/bytedance/seedream/v4.5/edit': perImage(0.04),
  'fal-ai/qwen-image-2/text-to-image': perImage(0.035),
  'fal-ai/recraft/v3/text-to-image': perImage(0.04),
  'fal-ai/bria/background/remove': perRequest(0.018),
};

/** Rate of an endpoint; a request at a tenth of a cent when no other is written here. */
export function findRate(endpointId: string): Rate {
  return rates[endpointId] ?? perRequest(0.001);
}

export function hasRate(endpointId: string): boolean {
  return endpointId in rates;
}
