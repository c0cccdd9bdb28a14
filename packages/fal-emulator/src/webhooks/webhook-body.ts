import type { Job } from '../job.ts';

/** The payload of fal.md 2.1. */
export function webhookBody(job: Job): Record<string, unknown> {
  const ids = { request_id: job.requestId, gateway_request_id: job.requestId };
  const { status = 500, body } = job.outcome ?? {};
  if (status >= 400) {
    const error = `Invalid status code: ${status}`;
    // A wrong path is the one case seen with a payload that could not be read.
    if (status !== 404) return { ...ids, status: 'ERROR', error, payload: body };
    return {
      ...ids,
      status: 'ERROR',
      error,
      payload: null,
      payload_error: 'The response is not a valid payload',
    };
  }
  if (!job.markers.has('null')) return { ...ids, status: 'OK', payload: body };
  return { ...ids, status: 'OK', payload: null, payload_error: 'The payload is too large to be sent' };
}
