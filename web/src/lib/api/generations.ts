import type { CreateReply, FavoriteImageReply, GenerationsReply, PublicGeneration } from '@atelier/contract';
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

/** Resolves to the records as they are then: one, if it still exists. */
export async function changeFavorite(imageId: string, isFavorite: boolean): Promise<PublicGeneration[]> {
  const path = '/api/image-generation/favorite';
  const { data } = await request<FavoriteImageReply>(path, { method: 'POST', body: { imageId, isFavorite } });
  return data;
}

/** Where a generation of each medium is asked for. */
const creationPaths: Readonly<Record<PublicGeneration['medium'], string>> = {
  video: '/api/wan/createVideo',
  image: '/api/wan/createImage',
  audio: '/api/wan/createAudio',
  text: '/api/image-understanding/create',
};

export function createGeneration(
  medium: PublicGeneration['medium'],
  body: Readonly<Record<string, unknown>>,
): Promise<CreateReply> {
  return request<CreateReply>(creationPaths[medium], { method: 'POST', body });
}
