import { type Leader, leader, notAtFal, type Task } from './leader.ts';

const seedance2 = (end: string) =>
  ['', 'fast/', 'mini/'].map((quality) => `bytedance/seedance-2.0/${quality}${end}`);
const omni = (end: string) => `google/gemini-omni-flash/v1.1/${end}`;

/** The model where a kind takes a last frame as well. */
const framed = (model: Leader): Leader => ({ ...model, field: 'end_image_url' });

/** A model whose endpoint for references, which is sold with images, edits a video as well. */
const editing = (name: string, endpoint: string): Leader => ({
  ...leader(name, [endpoint]),
  field: 'video_url',
});

const imageToVideo: readonly Leader[] = [
  leader('MiniMax H3', ['minimax/h3/image-to-video']),
  leader('H3 Max', ['minimax/h3-max/image-to-video']),
  leader('Gemini Omni Flash 1.1', [omni('image-to-video')]),
  leader('Wan 3.0', ['alibaba/wan-3.0/image-to-video']),
  leader('Seedance 2.5', ['bytedance/seedance-2.5/image-to-video']),
  leader('Seedance 2.0', seedance2('image-to-video')),
  leader('Grok Imagine 1.5', ['xai/grok-imagine-video/v1.5/image-to-video']),
  leader('FLUX 3', ['blackforestlabs/flux-3/image-to-video']),
  leader('Happy Horse 1.1', ['alibaba/happy-horse/v1.1/image-to-video']),
  leader('Kling 3.0', [
    'fal-ai/kling-video/v3/pro/image-to-video',
    'fal-ai/kling-video/v3/turbo/standard/image-to-video',
  ]),
  notAtFal('HiDream O1 Video'),
  notAtFal('MAGI-2'),
];

export const leadingVideos: readonly Task[] = [
  {
    name: 'Text to video',
    source: 'Arena, text to video; Artificial Analysis, with sound; SuperCLUE',
    on: '2026-09-29',
    leaders: [
      leader('Gemini Omni Flash 1.1', [omni('text-to-video')]),
      leader('FLUX 3', ['blackforestlabs/flux-3/text-to-video']),
      leader('Seedance 2.0', seedance2('text-to-video')),
      leader('Wan 3.0', ['alibaba/wan-3.0/text-to-video']),
      leader('Seedance 2.5', ['bytedance/seedance-2.5/text-to-video']),
      leader('H3 Max', ['minimax/h3-max/text-to-video']),
      leader('MiniMax H3', ['minimax/h3/text-to-video']),
      leader('Happy Horse 1.1', ['alibaba/happy-horse/v1.1/text-to-video']),
      leader('Wan 2.7', ['fal-ai/wan/v2.7/text-to-video']),
      leader('Kling 3.0', ['fal-ai/kling-video/v3/pro/text-to-video']),
      notAtFal('Grok Imagine 1.5 agent'),
      notAtFal('Muse Video'),
      notAtFal('MAGI-2'),
    ],
  },
  {
    name: 'Image to video',
    source: 'Arena, image to video; Artificial Analysis, with sound; SuperCLUE',
    on: '2026-09-29',
    leaders: imageToVideo,
  },
  {
    name: 'First and last frame',
    source: 'models that lead image to video and take a last frame, by fal’s schemas',
    on: '2026-11-26',
    leaders: [
      ...imageToVideo
        .filter(({ name, endpoints }) => endpoints.length > 0 && !/^(Grok|Happy|FLUX)/.test(name))
        .map(framed),
      leader('FLUX 3', ['blackforestlabs/flux-3/first-last-frame-to-video']),
      leader(
        'Veo 3.1',
        ['fal-ai/veo3.1/first-last-frame-to-video', 'fal-ai/veo3.1/fast/first-last-frame-to-video'],
        'its maker is about to close it',
      ),
      framed(leader('LTX', ['lightricks/ltx-2.5/image-to-video/fast', 'fal-ai/ltx-2.3/image-to-video/fast'])),
    ],
  },
  {
    name: 'References',
    source: 'leaders of text to video with an endpoint for references at fal',
    on: '2026-11-26',
    leaders: [
      leader('Seedance 2.5', ['bytedance/seedance-2.5/reference-to-video']),
      leader('Seedance 2.0', [
        'bytedance/seedance-2.0/fast/reference-to-video',
        'bytedance/seedance-2.0/mini/reference-to-video',
      ]),
      leader('Wan 3.0', ['alibaba/wan-3.0/reference-to-video']),
      leader(
        'H3 Max',
        ['minimax/h3-max/reference-to-video'],
        'its price depends on tokens of the references',
      ),
      leader('MiniMax H3', ['minimax/h3/reference-to-video']),
      leader('Gemini Omni Flash 1.1', [omni('reference-to-video')]),
      leader('Happy Horse 1.1', ['alibaba/happy-horse/v1.1/reference-to-video']),
      leader('Grok Imagine 1.5', ['xai/grok-imagine-video/v1.5/reference-to-video']),
      leader('Kling O3', ['fal-ai/kling-video/o3/pro/reference-to-video']),
      leader('Wan 2.7', ['fal-ai/wan/v2.7/reference-to-video']),
    ],
  },
  {
    name: 'Edit',
    source: 'Arena, video edit',
    on: '2026-09-21',
    leaders: [
      editing('Wan 3.0', 'alibaba/wan-3.0/reference-to-video'),
      editing('Seedance 2.5', 'bytedance/seedance-2.5/reference-to-video'),
      editing('MiniMax H3', 'minimax/h3/reference-to-video'),
      leader('Gemini Omni Flash 1.1', [omni('edit')], 'editing uploaded videos is not offered in the EU'),
      leader('Seedance 2.0', ['bytedance/seedance-2.0/reference-to-video']),
      leader('Happy Horse 1.0', ['alibaba/happy-horse/video-edit']),
      leader('Grok Imagine', ['xai/grok-imagine-video/edit-video']),
      leader('Kling O3 Pro', ['fal-ai/kling-video/o3/pro/video-to-video/edit']),
    ],
  },
  {
    name: 'Extend',
    source: 'endpoints that extend a video at fal; no leaderboard',
    on: '2026-11-26',
    leaders: [
      leader('Grok Imagine', ['xai/grok-imagine-video/extend-video']),
      leader('FLUX 3', ['blackforestlabs/flux-3/extend-video']),
      leader('PixVerse V6', ['fal-ai/pixverse/v6/extend']),
      leader('LTX 2.3', ['fal-ai/ltx-2.3/extend-video']),
      leader('Veo 3.1 Fast', ['fal-ai/veo3.1/fast/extend-video'], 'its maker is about to close it'),
    ],
  },
];
