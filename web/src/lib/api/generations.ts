import type { CreateReply, GenerationsReply, PublicGeneration } from '@atelier/contract';
import { request } from './request.ts';

type OneGeneration = { generation: PublicGeneration };

export async function fetchActiveGenerations(signal?: AbortSignal): Promise<PublicGeneration[]> {
  const { data } = await request<GenerationsReply>('/api/generations?active=true', { signal });
  return data;
}

/** The newest twenty of a medium. */
export async function fetchRecentGenerations(
  medium: PublicGeneration['medium'],
  signal?: AbortSignal,
): Promise<PublicGeneration[]> {
  const { data } = await request<GenerationsReply>(`/api/generations?medium=${medium}`, { signal });
  return data;
}

/** The API answers with the record itself or with it under `generation`; both are read. */
export async function fetchGeneration(id: string): Promise<PublicGeneration> {
  const reply = await request<PublicGeneration | OneGeneration>(`/api/generations/${id}`);
  return 'generation' in reply ? reply.generation : reply;
}

export async function cancelGeneration(id: string): Promise<PublicGeneration> {
  const reply = await request<OneGeneration>(`/api/generations/${id}/cancel`, { method: 'POST', body: {} });
  return reply.generation;
}

export async function changeVisibility(id: string, isPublic: boolean): Promise<PublicGeneration> {
  const reply = await request<OneGeneration>(`/api/generations/${id}`, {
    method: 'PATCH',
    body: { is_public: isPublic },
  });
  return reply.generation;
}

export function createVideo(body: Readonly<Record<string, unknown>>): Promise<CreateReply> {
  return request<CreateReply>('/api/wan/createVideo', { method: 'POST', body });
}
