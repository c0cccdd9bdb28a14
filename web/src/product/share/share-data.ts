import type { ChangeShareBody, PublicGeneration, Share } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { changeVisibility } from '#product/api/generations.ts';
import { applyGeneration } from '#product/generation/store/generations-store.ts';

export function shareQuery(generationId: string) {
  return {
    queryKey: ['share', generationId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request('GET /api/generations/{id}/share', { params: { id: generationId }, signal }),
  };
}

export type ShareSettings = Pick<
  Share,
  'shows_prompt' | 'shows_settings' | 'allows_download' | 'allows_indexing' | 'ends_at'
>;

/** Settings of a new share: it shows everything to all who have the address, but allows no download. */
export const usualSettings: ShareSettings = {
  shows_prompt: true,
  shows_settings: true,
  allows_download: false,
  allows_indexing: false,
  ends_at: null,
};

export async function createShare(id: string, settings: ShareSettings): Promise<void> {
  keep(id, await request('POST /api/generations/{id}/share', { params: { id }, body: settings }));
}

export async function changeShare(id: string, change: ChangeShareBody): Promise<void> {
  keep(id, await request('PATCH /api/generations/{id}/share', { params: { id }, body: change }));
}

export async function stopSharing(id: string): Promise<void> {
  keep(id, await request('DELETE /api/generations/{id}/share', { params: { id } }));
}

/** Ends the share, too. */
export async function makePrivate({ id }: Pick<PublicGeneration, 'id'>): Promise<void> {
  applyGeneration(await changeVisibility(id, false));
  await queryClient.invalidateQueries({ queryKey: ['share', id] });
}

function keep(id: string, reply: { share: Share | null }): void {
  queryClient.setQueryData(['share', id], reply);
  void queryClient.invalidateQueries({ queryKey: ['shares'] });
}
