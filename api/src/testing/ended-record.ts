import { randomUUID } from 'node:crypto';
import type { UploadImageReply, UploadVideoReply } from '@atelier/contract';
import { type Ending, finishGeneration, insertOutput, type OutputRow } from '@atelier/db';
import type { ApiDeps } from '../deps.ts';
import { mp4, png } from '../modules/uploads/testing/files.ts';
import { upload } from '../modules/uploads/testing/form.ts';
import { sendToProvider } from './finished-video.ts';
import type { TestUser } from './start-test-api.ts';

type Deps = Pick<ApiDeps, 'db' | 'store'>;

export const createAnalysisPath = '/api/image-understanding/create';
export const createAudioPath = '/api/wan/createAudio';

export async function uploadImage(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-image-wan-i2v', png({ width: 64, height: 48 }), 'a.png');
  return (reply.body as UploadImageReply).imageUrl;
}

export async function uploadVideo(user: TestUser): Promise<string> {
  const reply = await upload(user, '/api/upload-video', mp4());
  return (reply.body as UploadVideoReply).data.video_url;
}

/** The id of a new question about an image. */
export async function ask(user: TestUser, question: string, image?: string): Promise<string> {
  const body = { image: image ?? (await uploadImage(user)), question };
  return idOf(await user.post(createAnalysisPath, body));
}

/** The id of a new sound for a video. */
export async function orderAudio(user: TestUser, more: object = {}): Promise<string> {
  return idOf(await user.post(createAudioPath, { video_url: await uploadVideo(user), ...more }));
}

function idOf(reply: { status: number; body: unknown; bytes: Buffer }): string {
  if (reply.status !== 200) throw new Error(`Not submitted: ${reply.bytes.toString()}`);
  return (reply.body as { id: string }).id;
}

/** As a worker ends it: sent, answered, and with this output, if any. */
export async function endRecord(
  deps: Deps,
  id: string,
  { output, ...ending }: Omit<Ending, 'generationId'> & { output?: Partial<OutputRow> },
): Promise<void> {
  await sendToProvider(deps, id);
  if (output) await insertOutput(deps.db.pool, { ...emptyOutput(id), ...output });
  const finished = await finishGeneration(deps.db.pool, { generationId: id, ...ending });
  if (!finished) throw new Error('It had ended before');
}

/** An output with nothing in it. */
export function emptyOutput(generationId: string): OutputRow {
  return {
    id: randomUUID(),
    generation_id: generationId,
    position: 0,
    content_type: 'text/plain',
    storage_key: null,
    poster_key: null,
    placeholder: null,
    bytes: null,
    width: null,
    height: null,
    duration_seconds: null,
    fps: null,
    text: null,
    is_flagged: false,
    original_url: null,
    peaks: null,
  };
}
