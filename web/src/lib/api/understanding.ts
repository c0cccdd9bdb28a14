import type { UnderstandingStatusReply } from '@atelier/contract';
import { request } from './request.ts';

/** Where an analysis is, for pages that nobody can tell of it. */
export function fetchUnderstandingStatus(
  jobId: string,
  signal: AbortSignal,
): Promise<UnderstandingStatusReply> {
  return request('GET /api/image-understanding/status', { query: { job_id: jobId }, signal });
}
