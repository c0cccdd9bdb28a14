import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AtelierError } from './atelier-error.ts';
import type { operations } from './schema.gen.ts';
import { attemptMs, type Connection, sendUntilAnswered } from './send.ts';
import { type Generation, isRunning } from './watch.ts';

type UploadType =
  operations['postGeneratePresignedUrl']['requestBody']['content']['application/json']['contentType'];

/** Content types of files that are uploaded, by the ending of their name. */
const uploadTypeOfEnding: Readonly<Record<string, UploadType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  weba: 'audio/webm',
};

/** Endings of the files of results, by their content type. */
const endingOfType: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'text/plain': 'txt',
};

const transfer = { timeoutMs: attemptMs.transfer };

/** Puts a local file to a signed address, and returns the address to send as a field. Throws AtelierError. */
export async function uploadFile(connection: Connection, path: string): Promise<string> {
  const { api, baseUrl } = connection;
  const contentType = uploadTypeOfEnding[extname(path).slice(1).toLowerCase()];
  if (!contentType)
    throw new AtelierError({
      code: 'unknown_file_type',
      message: `${basename(path)} has none of the endings ${Object.keys(uploadTypeOfEnding).join(', ')}`,
    });
  // Its size is refused before a large file is read.
  const { size } = await stat(path);
  const body = { filename: basename(path), contentType, size };
  const target = await sendUntilAnswered(connection, (signal) =>
    api.POST('/api/generate-presigned-url', { body, signal }),
  );
  const bytes = new Uint8Array(await readFile(path));
  await sendUntilAnswered(
    connection,
    (signal) => putBytes(connection, new URL(target.url, baseUrl), { bytes, contentType, signal }),
    transfer,
  );
  const { url } = await sendUntilAnswered(
    connection,
    (signal) => api.POST('/api/uploads/confirm', { body: { key: target.key }, signal }),
    { timeoutMs: attemptMs.write },
  );
  return url;
}

type Put = { bytes: Uint8Array<ArrayBuffer>; contentType: string; signal: AbortSignal };

async function putBytes({ fetch: send }: Connection, url: URL, { bytes, contentType, signal }: Put) {
  // The signature of the address is what authorizes.
  const response = await send(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: bytes,
    signal,
  });
  const text = await response.text();
  return response.ok ? { data: true, response } : { error: parseJson(text), response };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a refusal of the API: an S3-compatible store has its own, and the caller reports the status.
    return text;
  }
}

/**
 * Saves the results of a generation in a folder, which is made, and returns the paths of the files: `<id>-1.mp4`, an answer
 * as text. A file appears when it is whole. Throws AtelierError.
 */
export async function downloadResults(
  connection: Connection,
  generation: Generation,
  folder: string,
): Promise<string[]> {
  const { id, status, outputs, error } = generation;
  if (isRunning(generation) || outputs.length === 0)
    throw new AtelierError({
      code: 'not_downloadable',
      message: isRunning(generation)
        ? `${id} has not ended yet`
        : `${id} has no results, it is ${status}${error ? `: ${error.message}` : ''}`,
    });
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const [index, { url, text, content_type }] of outputs.entries()) {
    const path = join(folder, `${id}-${index + 1}.${endingOfType[content_type] ?? 'bin'}`);
    if (url !== null) await saveFile(connection, new URL(url, connection.baseUrl), path);
    else if (text !== null) await writeFile(path, `${text}\n`);
    else continue;
    paths.push(path);
  }
  return paths;
}

async function saveFile(connection: Connection, url: URL, path: string): Promise<void> {
  const { baseUrl, key, fetch: send } = connection;
  const isOwn = url.origin === new URL(baseUrl).origin;
  const headers = isOwn && key !== undefined ? { authorization: `Bearer ${key}` } : undefined;
  const part = `${path}.part`;
  try {
    await sendUntilAnswered(
      connection,
      async (signal) => {
        const response = await send(url, { headers, signal });
        if (!response.ok || response.body === null)
          return { error: parseJson(await response.text()), response };
        await pipeline(Readable.fromWeb(response.body), createWriteStream(part));
        return { data: true, response };
      },
      transfer,
    );
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
