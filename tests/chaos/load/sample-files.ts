import type { UploadAccept } from '@atelier/contract';
import type { FalEmulator } from '@atelier/fal-emulator';
import type { SampleFile } from './client.ts';

export type SampleFiles = Record<UploadAccept, SampleFile>;

/** A real image, video and sound for users to upload, made like any result. */
export async function makeSampleFiles({ url }: FalEmulator): Promise<SampleFiles> {
  const [image, video, sound] = await Promise.all([
    make(url, 'fal-ai/flux/schnell', { prompt: 'A red fox in fresh snow', image_size: 'square' }),
    make(url, 'fal-ai/wan-t2v', { prompt: 'A paper boat', resolution: '480p' }),
    make(url, 'fal-ai/elevenlabs/sound-effects/v2', { text: 'A door falls shut', duration_seconds: 2 }),
  ]);
  const audio = { bytes: sound, name: 'door.mp3', type: 'audio/mpeg' };
  return {
    image: { bytes: image, name: 'fox.png', type: 'image/png' },
    video: { bytes: video, name: 'boat.mp4', type: 'video/mp4' },
    audio,
    'audio-or-video': audio,
  };
}

async function make(url: string, endpoint: string, input: object): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${url}/fal.run/${endpoint}`, {
    method: 'POST',
    headers: { authorization: 'Key chaos', 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const result = (await response.json()) as {
    video?: { url: string };
    audio?: { url: string };
    images?: { url: string }[];
  };
  const file = result.video ?? result.audio ?? result.images?.[0];
  if (!file) throw new Error(`${endpoint} answers ${response.status}: ${JSON.stringify(result)}`);
  return new Uint8Array(await (await fetch(file.url)).arrayBuffer());
}
