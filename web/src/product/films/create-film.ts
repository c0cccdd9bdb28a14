import type { CreateFilmBody, PublicFilm } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { currentProjectId } from '#product/projects/current-project.ts';

/** A new film is in the project that new generations go into. */
export async function createFilm(film: Omit<CreateFilmBody, 'project_id'>): Promise<PublicFilm> {
  const reply = await request('POST /api/films', { body: { ...film, project_id: currentProjectId() } });
  return reply.film;
}
