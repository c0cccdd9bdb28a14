import type { IncomingMessage } from 'node:http';

/** How long a refused client may keep sending: many read the reply only after they have sent the whole body. */
const lingerMs = 30_000;
/** 50 MB over a very slow connection. */
const maxUploadMs = 900_000;

/** Reads and discards the rest of a body. Closing the connection instead would often lose the reply. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  cutAfter(request, lingerMs);
  request.resume();
}

/** Bounds the time of an upload, so that a client cannot hold a connection and a partial file open byte by byte. */
export function limitTime(request: IncomingMessage): void {
  cutAfter(request, maxUploadMs);
}

function cutAfter(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => request.destroy(), ms).unref();
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
