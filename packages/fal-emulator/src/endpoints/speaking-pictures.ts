import { readFile } from 'node:fs/promises';
import type { InputFile } from '../load-input.ts';
import { refusal } from '../model-failure.ts';
import { facelessMark, type Tools } from '../tools.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, required, text } from './fields.ts';

// Models that make a picture or a video speak: as long as the sound, with the sound.

const fps = 24;
const times = { queueMs: 1_200, runMs: 7_000, steps: () => 0 };

type Speaker = { title: string; size: { width: number; height: number }; photoPath: string };

const even = (length: number) => Math.max(2, 2 * Math.round(length / 2));

async function speak(sound: InputFile, { seed, tools }: Order<unknown>, speaker: Speaker) {
  const { title, size, photoPath } = speaker;
  const video = await tools.video({
    width: even(size.width),
    height: even(size.height),
    fps,
    frameCount: Math.max(1, Math.round(sound.durationSeconds * fps)),
    seed,
    caption: { title, prompt: '', footer: 'Local preview' },
    photoPaths: [photoPath],
  });
  return tools.videoWithSound(video, sound.path);
}

/** Loads the picture or video that is to speak; refuses one in which there is no face. */
async function loadSpeaker(field: 'image_url' | 'video_url', url: string, tools: Tools): Promise<InputFile> {
  const isMarked = url.includes(facelessMark);
  const file = isMarked
    ? undefined
    : await (field === 'image_url' ? tools.loadImage : tools.loadVideo)(field, url);
  if (file && !(await readFile(file.path)).includes(facelessMark)) return file;
  const msg = `Could not detect a face in the ${field.replace('_url', '')}`;
  throw refusal({ loc: ['body', field], msg, type: 'face_detection_error', input: url });
}

const syncMode = choice(['cut_off', 'loop', 'bounce', 'silence', 'remap'], 'cut_off');
const lipFields = { video_url: required(text()), audio_url: required(text()) };

function moveLips(title: string) {
  return async (order: Order<{ video_url: string; audio_url: string }>) => {
    const { input, tools } = order;
    const source = await loadSpeaker('video_url', input.video_url, tools);
    const sound = await tools.loadSound('audio_url', input.audio_url);
    return {
      video: await speak(sound, order, { title, size: source, photoPath: await tools.stillOf(source) }),
    };
  };
}

export const veedLipsync = defineEndpoint({
  id: 'veed/lipsync',
  medium: 'video',
  fields: lipFields,
  ...times,
  make: moveLips('Veed · Lipsync'),
});

export const syncV3 = defineEndpoint({
  id: 'fal-ai/sync-lipsync/v3',
  medium: 'video',
  fields: { ...lipFields, sync_mode: syncMode },
  ...times,
  make: moveLips('Sync v3 · Lips'),
});

export const syncV2 = defineEndpoint({
  id: 'fal-ai/sync-lipsync/v2',
  medium: 'video',
  fields: { ...lipFields, sync_mode: syncMode, model: choice(['lipsync-2', 'lipsync-2-pro'], 'lipsync-2') },
  ...times,
  make: moveLips('Sync v2 · Lips'),
});

export const syncV3Picture = defineEndpoint({
  id: 'fal-ai/sync-lipsync/v3/image-to-video',
  medium: 'video',
  fields: { image_url: required(text()), audio_url: required(text()) },
  ...times,
  async make(order) {
    const { input, tools } = order;
    const picture = await loadSpeaker('image_url', input.image_url, tools);
    const sound = await tools.loadSound('audio_url', input.audio_url);
    return { video: await speak(sound, order, { title: 'Sync v3', size: picture, photoPath: picture.path }) };
  },
});

export const veedFabric = defineEndpoint({
  id: 'veed/fabric-1.0',
  medium: 'video',
  fields: {
    image_url: required(text()),
    audio_url: required(text()),
    resolution: required(choice(['720p', '480p'], '720p')),
  },
  ...times,
  async make(order) {
    const { sound, size, photoPath } = await loadPicture(
      order,
      order.input.resolution === '720p' ? 720 : 480,
    );
    return { video: await speak(sound, order, { title: 'Veed · Fabric', size, photoPath }) };
  },
});

export const omnihuman15 = defineEndpoint({
  id: 'fal-ai/bytedance/omnihuman/v1.5',
  medium: 'video',
  fields: {
    image_url: required(text()),
    audio_url: required(text()),
    prompt: text(),
    resolution: choice(['720p', '1080p'], '1080p'),
    turbo_mode: flag(false),
  },
  ...times,
  async make(order) {
    const { sound, size, photoPath } = await loadPicture(
      order,
      order.input.resolution === '720p' ? 720 : 1080,
    );
    const video = await speak(sound, order, { title: 'Omnihuman 1.5', size, photoPath });
    return { video, duration: sound.durationSeconds };
  },
});

type Pictured = { image_url: string; audio_url: string };

/** Loads the picture that is to speak, at a size whose shorter side has so many lines, and its words. */
async function loadPicture({ input, tools }: Order<Pictured>, lines: number) {
  const picture = await loadSpeaker('image_url', input.image_url, tools);
  const sound = await tools.loadSound('audio_url', input.audio_url);
  const scale = lines / Math.min(picture.width, picture.height);
  return {
    sound,
    size: { width: picture.width * scale, height: picture.height * scale },
    photoPath: picture.path,
  };
}
