import { claimDueFilms } from '@atelier/db';
import { type EachDeps, type JoinFilmDeps, joinFilm, processEach } from '@atelier/generations';

/** Joins the films whose last take has ended, or that have changed since. Claimed ones are no longer due, so this ends. */
export async function joinDueFilms(deps: EachDeps & JoinFilmDeps): Promise<void> {
  for (;;) {
    const due = await claimDueFilms(deps.db.pool);
    if (due.length === 0) return;
    await processEach(deps, 'join a film', due, (film) => joinFilm(deps, film));
  }
}
