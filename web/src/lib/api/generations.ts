import type {
  AudioStatusReply,
  PublicGeneration,
  Receipt,
  RefundCreditsReply,
  UnderstandingStatusReply,
} from '@atelier/contract';
import { request } from './request.ts';

export async function fetchActiveGenerations(signal?: AbortSignal): Promise<PublicGeneration[]> {
  const { data } = await request('GET /api/generations', { query: { active: 'true' }, signal });
  return data;
}

/** The newest twenty of a medium. */
export async function fetchRecentGenerations(
  medium: PublicGeneration['medium'],
  signal?: AbortSignal,
): Promise<PublicGeneration[]> {
  const { data } = await request('GET /api/generations', { query: { medium }, signal });
  return data;
}

export async function fetchGeneration(id: string): Promise<PublicGeneration> {
  const { generation } = await request('GET /api/generations/{id}', { params: { id } });
  return generation;
}

export async function cancelGeneration(id: string): Promise<PublicGeneration> {
  const { generation } = await request('POST /api/generations/{id}/cancel', { params: { id } });
  return generation;
}

export async function changeVisibility(id: string, isPublic: boolean): Promise<PublicGeneration> {
  const { generation } = await request('PATCH /api/generations/{id}', {
    params: { id },
    body: { is_public: isPublic },
  });
  return generation;
}

export type ImageMarks = { isFavorite?: boolean; tags?: readonly string[] };

/** Resolves to the updated generations, without those that no longer exist. */
export async function changeMarks(
  ids: readonly string[],
  { isFavorite, tags }: ImageMarks,
): Promise<PublicGeneration[]> {
  const { data } = await request('POST /api/image-generation/favorite', {
    body: { imageId: [...ids], isFavorite, tags: tags && [...tags] },
  });
  return data;
}

/** Polled while the socket is down. */
export function fetchAudioStatus(recordId: string, signal: AbortSignal): Promise<AudioStatusReply> {
  return request('GET /api/audio-generation/status', { query: { record_id: recordId }, signal });
}

/** Requests the release of credits that was not made automatically. */
export function refundCredits(requestId: string, reason: string): Promise<RefundCreditsReply> {
  return request('POST /api/wan/refundCredits', {
    body: { request_id: requestId, reason: reason === '' ? undefined : reason, manual_refund: true },
  });
}

/** Polled while the socket is down. */
export function fetchUnderstandingStatus(
  jobId: string,
  signal: AbortSignal,
): Promise<UnderstandingStatusReply> {
  return request('GET /api/image-understanding/status', { query: { job_id: jobId }, signal });
}

/** Works for deleted generations too: what they cost stays known. */
export function fetchReceipt(generationId: string, signal?: AbortSignal): Promise<Receipt> {
  return request('GET /api/generations/{id}/receipt', { params: { id: generationId }, signal });
}
