import { defineEndpoint, type Order } from './define-endpoint.ts';
import { decimal, integer, nullable, optionalInteger, required, text } from './fields.ts';

const fields = {
  video_url: required(text()),
  prompt: text(),
  seed: nullable(optionalInteger()),
  num_inference_steps: integer({ min: 2, max: 100 }, 24),
  cfg_scale: decimal({ min: 1, max: 20 }, 5),
};
const times = { queueMs: 1200, runMs: 4800 };
/** Used when a video does not state its duration. */
const defaultSeconds = 5;

export const thinksoundAudio = defineEndpoint({
  id: 'fal-ai/thinksound/audio',
  medium: 'audio',
  fields,
  ...times,
  steps: (input) => input.num_inference_steps,
  async make(order) {
    const { sound, prompt } = await makeSound(order);
    return { audio: sound, prompt };
  },
});

export const thinksound = defineEndpoint({
  id: 'fal-ai/thinksound',
  medium: 'video',
  fields,
  ...times,
  steps: (input) => input.num_inference_steps,
  async make(order) {
    const { video, sound, prompt } = await makeSound(order);
    return { video: await order.tools.videoWithSound(video.path, sound), prompt };
  },
});

async function makeSound({ input, prompt, seed, tools }: Order<{ video_url: string }>) {
  const video = await tools.loadVideo('video_url', input.video_url);
  // The model describes the video itself when there is no prompt.
  const description = prompt || 'Soft ambient tones that follow the movement of the picture';
  const durationSeconds = video.durationSeconds || defaultSeconds;
  const sound = await tools.sound({ durationSeconds, seed, prompt: description });
  return { video, sound, prompt: description };
}
