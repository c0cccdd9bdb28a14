import type { IncomingHttpHeaders } from 'node:http';

/** Terms that the headers of a submission set. Times are milliseconds of the emulator's clock. */
export type Terms = {
  /** Whether another model may make the result when this one fails. */
  allowsFallback: boolean;
  /** Whether fal keeps input and output for its dashboard; noted only. */
  isStored: boolean;
  /** When the job ends unless it has begun; absent without a limit. */
  beginByMs?: number;
  /** How long the files of the result can be read; absent for fal's own time. */
  fileSeconds?: number;
};

export function readTerms(headers: IncomingHttpHeaders, nowMs: number): Terms {
  const startSeconds = Number(headers['x-fal-request-timeout']);
  return {
    allowsFallback: !['1', 'true'].includes(readText(headers['x-app-fal-disable-fallback'])),
    isStored: readText(headers['x-fal-store-io']) !== '0',
    beginByMs: startSeconds > 0 ? nowMs + startSeconds * 1000 : undefined,
    fileSeconds: readFileSeconds(headers['x-fal-object-lifecycle-preference']),
  };
}

/** Returns N of `{"expiration_duration_seconds": N}`; undefined when the header has none. */
export function readFileSeconds(header: string | string[] | undefined): number | undefined {
  try {
    const seconds: unknown = JSON.parse(readText(header)).expiration_duration_seconds;
    return typeof seconds === 'number' && seconds >= 1 ? seconds : undefined;
  } catch {
    // The header is absent or no JSON.
    return undefined;
  }
}

function readText(header: string | string[] | undefined): string {
  return (typeof header === 'string' ? header : '').trim().toLowerCase();
}
