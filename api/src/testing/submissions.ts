import type { CreateReply, UploadAudioReply, UploadImageReply, UploadVideoReply } from '@atelier/contract';
import { makeSound, makeVideoWithSound } from '@atelier/media/testing';
import { mp4, png } from '../modules/uploads/testing/files.ts';
import { upload } from '../modules/uploads/testing/form.ts';
import type { TestUser } from './start-test-api.ts';
import type { Reply } from './test-browser.ts';

export const createVideoPath = '/api/wan/createVideo';
export const createImagePath = '/api/wan/createImage';
export const createAnalysisPath = '/api/image-understanding/create';
export const createAudioPath = '/api/wan/createAudio';

/** Costs 300 credits. */
export const textToVideo = { video_generation_type: 'text-to-video', prompt: 'A paper boat on the rain' };

/** Costs 20 credits. */
export const textToImage = {
  image_generation_type: 'text-to-image',
  model: 'flux-schnell',
  prompt: 'A red fox in fresh snow',
};

export type CreatedVideo = {
  id: string;
  request_id: string;
  status: string;
  credits: { cost: number; left_credits: number };
};

/** Submits a video and returns its id. */
export async function submitVideo(user: TestUser, more: object = {}): Promise<string> {
  return accepted(await user.post(createVideoPath, { ...textToVideo, ...more })).id;
}

export async function submitImage(user: TestUser, more: object = {}): Promise<CreateReply> {
  return accepted(await user.post(createImagePath, { ...textToImage, ...more }));
}

/** Submits a question about an image and returns its id. */
export async function submitQuestion(user: TestUser, question: string, image?: string): Promise<string> {
  const body = { image: image ?? (await uploadImage(user)), question };
  return accepted(await user.post(createAnalysisPath, body)).id;
}

/** Submits a soundtrack for a video and returns its id. */
export async function submitAudio(user: TestUser, more: object = {}): Promise<string> {
  return accepted(await user.post(createAudioPath, { video_url: await uploadVideo(user), ...more })).id;
}

function accepted(reply: Reply): CreateReply {
  if (reply.status !== 200) throw new Error(`Not submitted: ${reply.bytes.toString()}`);
  return reply.body as CreateReply;
}

export async function uploadImage(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-image-wan-i2v', png({ width: 64, height: 48 }), 'a.png');
  return (reply.body as UploadImageReply).imageUrl;
}

export async function uploadSound(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-audio', makeSound('mp3'), 'a.mp3');
  return (reply.body as UploadAudioReply).data.audio_url;
}

/** A video in which a tone is played. */
export async function uploadSpokenVideo(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-video', await makeVideoWithSound('mp3'));
  return (reply.body as UploadVideoReply).data.video_url;
}

export async function uploadVideo(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-video', mp4());
  return (reply.body as UploadVideoReply).data.video_url;
}
