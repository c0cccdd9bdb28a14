import type { InputFile } from '../load-input.ts';
import type { Tools } from '../tools.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, integer, nullable, optionalText, textList } from './fields.ts';
import { videoSize, wan21Fps, wan21Steps, wanFields, wanTimes } from './wan-fields.ts';

const maxFrames = 240;

export const wanVace = defineEndpoint({
  id: 'fal-ai/wan-vace',
  medium: 'video',
  fields: {
    ...wanFields,
    video_url: nullable(optionalText()),
    mask_video_url: nullable(optionalText()),
    mask_image_url: nullable(optionalText()),
    ref_image_urls: textList(),
    num_frames: integer({ min: 81, max: maxFrames }, 81),
    frames_per_second: wan21Fps,
    resolution: choice(['480p', '580p', '720p'], '720p'),
    aspect_ratio: choice(['16:9', '9:16', 'auto'], '16:9'),
    num_inference_steps: wan21Steps,
    shift: decimal({ min: 1, max: 10 }, 5),
    task: choice(['depth', 'inpainting'], 'depth'),
    preprocess: flag(false),
  },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  async make({ input, prompt, seed, tools }) {
    const { guide, photoPath } = await loadGuides(input, tools);
    const fps = input.frames_per_second;
    // The output has the length of the source or mask video, if there is one.
    const frameCount = guide?.durationSeconds
      ? Math.min(maxFrames, Math.max(1, Math.round(guide.durationSeconds * fps)))
      : input.num_frames;
    const video = await tools.video({
      ...videoSize(input.resolution, input.aspect_ratio, guide),
      fps,
      frameCount,
      seed,
      caption: { title: `Wan 2.1 VACE · ${input.task}`, prompt, footer: `Local preview · seed ${seed}` },
      photoPaths: photoPath ? [photoPath] : [],
    });
    return { video, seed };
  },
});

type Guides = {
  video_url?: string;
  mask_video_url?: string;
  mask_image_url?: string;
  ref_image_urls: readonly string[];
};

async function loadGuides(input: Guides, tools: Tools): Promise<{ guide?: InputFile; photoPath?: string }> {
  const source = input.video_url ? await tools.loadVideo('video_url', input.video_url) : undefined;
  // A mask image takes precedence over a mask video.
  if (input.mask_image_url) await tools.loadImage('mask_image_url', input.mask_image_url);
  const mask =
    input.mask_video_url && !input.mask_image_url
      ? await tools.loadVideo('mask_video_url', input.mask_video_url)
      : undefined;
  const references: InputFile[] = [];
  for (const url of input.ref_image_urls) references.push(await tools.loadImage('ref_image_urls', url));
  const guide = source ?? mask ?? references[0];
  return { guide, photoPath: source ? await tools.stillOf(source) : references[0]?.path };
}
