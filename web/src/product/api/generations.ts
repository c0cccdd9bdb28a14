import type {
  AudioStatusReply,
  FrameBody,
  PublicGeneration,
  Receipt,
  RefundCreditsReply,
  StandInReply,
  UnderstandingStatusReply,
} from '@atelier/contract';
import { fetchFile, fillPath, request } from '#lib/api/request.ts';

/** Fetches all running generations, and those of these ids that still exist. */
export async function fetchCurrentGenerations(ids: readonly string[]): Promise<PublicGeneration[]> {
  const query = { active: 'true', ids: ids.join(',') || undefined } as const;
  const { data } = await request('GET /api/generations', { query });
  return data;
}

/** Fetches generations by their ids, at most 100; deleted ones are left out. */
export async function fetchGenerations(ids: readonly string[]): Promise<PublicGeneration[]> {
  const { data } = await request('GET /api/generations', { query: { ids: ids.join(',') } });
  return data;
}

/** The newest twenty, of a medium or of all. */
export async function fetchRecentGenerations(
  medium?: PublicGeneration['medium'],
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

/** Another model that could make a generation whose own model is down. */
export function fetchStandIn(id: string, signal?: AbortSignal): Promise<StandInReply> {
  return request('GET /api/generations/{id}/stand-in', { params: { id }, signal });
}

/** Has another model make it, at no more than this price. */
export async function acceptStandIn(
  id: string,
  { kind, credits }: NonNullable<StandInReply['offer']>,
): Promise<PublicGeneration> {
  const { generation } = await request('POST /api/generations/{id}/stand-in', {
    params: { id },
    body: { kind, max_credits: credits },
  });
  return generation;
}

export async function changeVisibility(id: string, isPublic: boolean): Promise<PublicGeneration> {
  const { generation } = await request('PATCH /api/generations/{id}', {
    params: { id },
    body: { is_public: isPublic },
  });
  return generation;
}

/** The address of a frame of a finished video, which forms take as an image. */
export async function cutFrame(id: string, body: FrameBody): Promise<string> {
  const { imageUrl } = await request('POST /api/generations/{id}/frames', { params: { id }, body });
  return imageUrl;
}

/** The video that a sound was made for, with the sound. */
export function fetchSoundedVideo(soundId: string): Promise<Blob> {
  return fetchFile(fillPath('/api/generations/{id}/download', { id: soundId }));
}

/** Polled while the socket is down. */
export function fetchAudioStatus(generationId: string, signal: AbortSignal): Promise<AudioStatusReply> {
  return request('GET /api/audio-generation/status', { query: { record_id: generationId }, signal });
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
