import type { PublicGeneration } from '@atelier/contract';
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

/** Resolves to the generations as they are afterwards, without those that no longer exist. */
export async function changeMarks(
  ids: readonly string[],
  { isFavorite, tags }: ImageMarks,
): Promise<PublicGeneration[]> {
  const { data } = await request('POST /api/image-generation/favorite', {
    body: { imageId: [...ids], isFavorite, tags: tags && [...tags] },
  });
  return data;
}
