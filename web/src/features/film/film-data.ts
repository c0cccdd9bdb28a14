import type { PublicFilm } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { filmChanges } from '#product/realtime/changes.ts';

const queryKey = ['films'];

/** The user's films, the last edited first. */
export function useFilmsQuery() {
  useEffect(() => filmChanges.subscribe(() => void refreshFilms()), []);
  return useQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => (await request('GET /api/films', { signal })).data,
      staleTime: 0,
    },
    queryClient,
  );
}

export function refreshFilms(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

export async function fetchFilm(id: string, signal?: AbortSignal): Promise<PublicFilm> {
  return (await request('GET /api/films/{id}', { params: { id }, signal })).film;
}

export async function deleteFilm(id: string): Promise<void> {
  await request('DELETE /api/films/{id}', { params: { id } });
}

export async function joinFilm(id: string): Promise<PublicFilm> {
  return (await request('POST /api/films/{id}/join', { params: { id } })).film;
}

export async function restoreVersion(id: string, version: string): Promise<PublicFilm> {
  const reply = await request('POST /api/films/{id}/versions/{version}/restore', {
    params: { id, version },
  });
  return reply.film;
}
