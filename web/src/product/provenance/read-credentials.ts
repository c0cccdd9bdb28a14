import type { SiteCertificates } from '@atelier/contract';
import type { Credentials, KnownSigners, WorkerReply, WorkerRequest } from './credentials.ts';
import { findMarks } from './find-marks.ts';

/** Time for a video of some gigabytes on a slow device. A file that takes longer is made to do so. */
const maxReadMs = 180_000;

/**
 * Reads the credentials of a file, in this browser alone. The reader, 9 MB, loads with the first file that may have
 * credentials, in a worker that ends with the file. Rejects when that cannot be loaded, or when aborted; whatever is
 * wrong with the file is in the result.
 */
export async function readCredentials(file: File, signal?: AbortSignal): Promise<Credentials> {
  const { hasManifest } = await findMarks(file);
  signal?.throwIfAborted();
  return hasManifest ? readInWorker({ file, signers: await fetchSigners() }, signal) : { state: 'none' };
}

/** Fetches this site's certificates, current and earlier. Returns undefined when that fails; the rest is read all the same. */
async function fetchSigners(): Promise<KnownSigners | undefined> {
  try {
    const reply = await fetch('/.well-known/content-credentials.json');
    if (!reply.ok) throw new Error(`The certificates were answered with ${reply.status}`);
    const { certificates } = (await reply.json()) as SiteCertificates;
    return {
      serials: certificates.map(({ serial_number }) => serial_number),
      issuers: certificates.map(({ issuer }) => issuer).join('\n'),
    };
  } catch (error) {
    console.warn('It is not known what signs the files of this site', error);
    return undefined;
  }
}

async function readInWorker(request: WorkerRequest, signal: AbortSignal | undefined): Promise<Credentials> {
  const worker = new Worker(new URL('./credentials-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Credentials>();
  const refuse = (reason: string) => reject(new Error(`What reads credentials did not load: ${reason}`));
  const timer = setTimeout(() => resolve({ state: 'unreadable' }), maxReadMs);
  let isReady = false;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    if ('ready' in data) isReady = true;
    else if ('failure' in data) refuse(data.failure);
    else resolve(data.credentials);
  });
  worker.addEventListener('error', (event) => {
    // A file that breaks the reader is one more that cannot be read.
    event.preventDefault();
    if (isReady) resolve({ state: 'unreadable' });
    else refuse(event.message);
  });
  signal?.addEventListener('abort', () => reject(signal.reason));
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
