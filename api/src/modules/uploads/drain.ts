import type { IncomingMessage } from 'node:http';

/** How long a refused sender may go on: it reads the answer only when it has sent all, and none of it is kept. */
const lingerMs = 30_000;
/** 50 MB over a very slow line. */
const maxUploadMs = 900_000;

/** Reads the rest of a body and drops it. Closing the connection instead would often destroy the answer on its way. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  cutAfter(request, lingerMs);
  request.resume();
}

/** Nobody holds a connection and a half-written file for ever, one byte at a time. */
export function limitTime(request: IncomingMessage): void {
  cutAfter(request, maxUploadMs);
}

function cutAfter(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => request.destroy(), ms).unref();
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
