import { defaultInput, type Kind, type KindInput, kinds } from '@atelier/catalog';
import { getProvider, listExamples } from '@atelier/catalog/server';
import type { CreateReply, UploadVideoReply } from '@atelier/contract';
import { makeVideoWithSound } from '@atelier/media/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  createAnalysisPath,
  createAudioPath,
  createImagePath,
  createVideoPath,
  uploadImage,
  uploadSound,
} from '../../testing/submissions.ts';
import { upload } from '../uploads/testing/form.ts';
import { openUploadApi } from '../uploads/testing/open-upload-api.ts';

const api = await openUploadApi('disk');
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const user = await api.user({ credits: 10_000_000 });
/** A real one with a sound: prices that depend on the length of a video are for no longer one. */
async function uploadRealVideo(): Promise<string> {
  const reply = await upload(user, '/api/upload-video', await makeVideoWithSound('mp3'));
  return (reply.body as UploadVideoReply).data.video_url;
}
const [sound, film] = [await uploadSound(user), await uploadRealVideo()];
const files = { image: await uploadImage(user), video: film, audio: sound, 'audio-or-video': sound };
const byRule = kinds.filter((kind) => getProvider(kind).price !== undefined);
const paths = {
  video: createVideoPath,
  image: createImagePath,
  audio: createAudioPath,
  text: createAnalysisPath,
};

/** A body that names the kind as a client does, with files that exist. */
function readBody(kind: Kind, input: KindInput): Record<string, unknown> {
  const owned = Object.entries(input).map(([name, value]) => {
    const widget = kind.fields[name]?.widget;
    if (widget?.type !== 'upload') return [name, value];
    return [name, Array.isArray(value) ? value.map(() => files[widget.accept]) : files[widget.accept]];
  });
  const { mode, model } = kind.columns(defaultInput(kind));
  const naming = {
    video: { video_generation_type: kind.id },
    image: { image_generation_type: mode, model },
    audio: { audio_generation_type: kind.id },
    text: { text_generation_type: kind.id },
  }[kind.medium];
  return { ...naming, ...Object.fromEntries(owned) };
}

describe('a kind whose price follows the rule', () => {
  it.each(byRule)('$id costs at the API what its examples say, and is stored under its id', async (kind) => {
    const examples = listExamples(kind);
    expect(examples).not.toEqual([]);
    for (const { input, costCredits } of [examples[0], examples.at(-1)].flatMap((each) => each ?? [])) {
      const reply = await user.post(paths[kind.medium], readBody(kind, input));
      const { credits, generation } = reply.body as CreateReply;
      expect([reply.status, credits.cost, generation.kind]).toEqual([200, costCredits, kind.id]);
    }
  });
});
