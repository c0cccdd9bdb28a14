import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type FrameBody, type UploadImageReply } from '@atelier/contract';
import {
  claimUploadCheck,
  type GenerationRow,
  getOwnGeneration,
  insertUploadOnce,
  markUploadStored,
  touchUpload,
} from '@atelier/db';
import { toMade } from '@atelier/generations';
import { copyFromStore, getWorkFolder, newKey, streamFile, temporaryName } from '@atelier/storage';
import { v5 as uuidv5 } from 'uuid';
import type { ApiDeps } from '../../deps.ts';
import { discardUpload, type UploadDeps } from '../uploads/store-upload.ts';
import { selectFinishedFile } from './finished-file.ts';

const contentType = 'image/png';
/** A bound for the store: no frame that a model makes comes near it. */
const maxFrameBytes = 134_217_728;

type FrameDeps = UploadDeps & Pick<ApiDeps, 'signer' | 'frameWrites'>;
type Wanted = FrameBody & { id: string; userId: string };

/**
 * Cuts a frame out of a finished video and stores it as an upload of its owner, which expires like every upload that no
 * generation uses. The same frame is the same upload as long as that exists. Throws AppError: not_found, not_finished,
 * no_video, file_not_found, past_the_end, media_unreadable; in_progress while another process cuts the same frame.
 */
export async function cutFrame(
  deps: FrameDeps,
  { id, userId, at, output: index = 0 }: Wanted,
): Promise<UploadImageReply> {
  const own = await getOwnGeneration(deps.db.pool, id, userId);
  const video = selectFinishedFile(own, 'video', index);
  const folder = join(getWorkFolder(deps.env), temporaryName());
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'video');
    await copyFromStore(deps.store, video.key, path);
    const frame = await deps.media.findFrame(path, at);
    if (!frame.found)
      throw new AppError('past_the_end', { details: { duration_seconds: frame.durationSeconds } });

    const { timestamp, width, height } = frame;
    // The id says which frame it is, so that a second request finds it.
    const uploadId = uuidv5(String(timestamp), video.outputId);
    const key = newKey(userId, contentType, uploadId);
    const write = () =>
      writeFrame(deps, own.generation, {
        path,
        timestamp,
        uploadId,
        userId,
        key,
        sourceOutputId: video.outputId,
      });
    const { frameWrites } = deps;
    const writing = frameWrites.get(key) ?? write().finally(() => frameWrites.delete(key));
    frameWrites.set(key, writing);
    await writing;
    return { success: true, imageUrl: deps.mediaAddresses.formatAbsoluteUrl(key), width, height };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Frame = {
  path: string;
  timestamp: number;
  uploadId: string;
  userId: string;
  key: string;
  /** Output that is the video. */
  sourceOutputId: string;
};

/** The row is there before the file, and says for a minute that this process makes it. */
async function writeFrame(
  deps: FrameDeps,
  generation: GenerationRow,
  { path, timestamp, uploadId, userId, key, sourceOutputId }: Frame,
): Promise<void> {
  const { pool } = deps.db;
  if ((await touchUpload(pool, key, userId))?.state === 'stored') return;
  await insertUploadOnce(pool, { id: uploadId, userId, key, contentType, sourceOutputId });
  // Another process makes it, or it has just expired and its file is about to go.
  if (!(await claimUploadCheck(pool, uploadId))) throw new AppError('in_progress');
  try {
    const outputPath = `${path}.png`;
    await deps.media.writeFrame({ path, outputPath, timestamp });
    const signedPath = `${path}-signed.png`;
    const files = { inputPath: outputPath, outputPath: signedPath, parentPath: path };
    const signed = await deps.signer?.sign({ ...files, made: toMade(generation), action: 'c2pa.converted' });
    const options = { contentType, maxBytes: maxFrameBytes };
    const source = streamFile(signed ? signedPath : outputPath);
    const { bytes } = await deps.store.put(key, source, options);
    await markUploadStored(pool, { id: uploadId, contentType, bytes });
  } catch (error) {
    await discardUpload(deps, key);
    throw error;
  }
}
