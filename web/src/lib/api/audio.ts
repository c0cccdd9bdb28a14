import type { AudioStatusReply, RefundCreditsReply } from '@atelier/contract';
import { request } from './request.ts';

/** Where a sound is, for pages that nobody can tell of it. */
export function fetchAudioStatus(recordId: string, signal: AbortSignal): Promise<AudioStatusReply> {
  return request('GET /api/audio-generation/status', { query: { record_id: recordId }, signal });
}

/** Asks for credits that did not come back by themselves (ruling 18). */
export function refundCredits(requestId: string, reason: string): Promise<RefundCreditsReply> {
  return request('POST /api/wan/refundCredits', {
    body: { request_id: requestId, reason: reason === '' ? undefined : reason, manual_refund: true },
  });
}
