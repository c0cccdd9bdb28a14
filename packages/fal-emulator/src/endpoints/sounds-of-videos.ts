import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, required, text } from './fields.ts';
import { defaultSeconds, redraw } from './redraw.ts';

// Models that give a video a sound, or write its sound into the picture.

const times = { queueMs: 1_200, runMs: 6_000, steps: () => 0 };
const colors = [
  'white',
  'black',
  'red',
  'green',
  'blue',
  'yellow',
  'orange',
  'purple',
  'pink',
  'brown',
  'gray',
  'cyan',
  'magenta',
] as const;

export const soniloVideoSound = defineEndpoint({
  id: 'sonilo/v1.1/video-to-video-sound-effects',
  medium: 'video',
  fields: {
    video_url: required(text()),
    prompt: text(),
    audio_format: choice(['wav', 'mp3', 'aac', 'flac'], 'aac'),
  },
  ...times,
  async make({ input, prompt, seed, tools }) {
    const source = await tools.loadVideo('video_url', input.video_url);
    const durationSeconds = source.durationSeconds || defaultSeconds;
    const audio = await tools.sound({ durationSeconds, seed, prompt: prompt || 'What is seen' });
    const video = await tools.videoWithSound(source.path, audio);
    return { video, videos: [video], audio };
  },
});

export const autoSubtitle = defineEndpoint({
  id: 'fal-ai/workflow-utilities/auto-subtitle',
  medium: 'video',
  fields: {
    video_url: required(text()),
    language: text('en'),
    font_name: text('Montserrat'),
    font_size: integer({ min: 20, max: 150 }, 100),
    font_color: choice(colors, 'white'),
    highlight_color: choice(colors, 'purple'),
    position: choice(['top', 'center', 'bottom'], 'bottom'),
    words_per_subtitle: integer({ min: 1, max: 12 }, 3),
    enable_animation: flag(true),
  },
  ...times,
  async make(order) {
    const { input, tools } = order;
    const source = await tools.loadVideo('video_url', input.video_url);
    const seconds = source.durationSeconds || defaultSeconds;
    const transcription = 'Words that are said';
    const title = `Subtitles · ${input.font_name}`;
    const video = await redraw(source, { ...order, prompt: transcription }, { title, seconds });
    return { video, transcription, subtitle_count: 1 };
  },
});
