import { findTake, type Shot, type Take } from '@atelier/catalog/films';
import type { FilmShot, PublicFilm, PublicGeneration, ShotState } from '@atelier/contract';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { type GenerationsState, hasEnded } from '#product/generation/store/generations-state.ts';
import { makeClip } from '#product/playback/bench-clip.ts';

export type FilmTake = Take & { generation: PublicGeneration; video: ShownOutput | undefined };

/** A shot as the page shows it: what is edited, and what the server last said of it. */
export type ShotView = {
  shot: Shot;
  place: number;
  state: ShotState;
  /** The newest first. */
  takes: readonly FilmTake[];
  shown: FilmTake | undefined;
  costCredits: number | null;
  problem: FilmShot['problem'];
};

/**
 * Takes of a film with the newest state of their generations that this page knows. One that was moved to the trash is still
 * a take: a film keeps its own.
 */
export function listTakes(film: PublicFilm, { entries }: GenerationsState): FilmTake[] {
  return film.takes.map(({ shot_id: shotId, generation: read }) => {
    const known = entries.get(read.id)?.generation;
    const generation = known && known.revision > read.revision ? known : read;
    const video = shownOutputs(generation).find(({ content_type: type }) => type.startsWith('video/'));
    const state = hasEnded(generation.status) ? (video ? 'good' : 'failed') : 'running';
    return { id: generation.id, shotId, asked: '', state, generation, video };
  });
}

export function viewShots(
  shots: readonly Shot[],
  film: PublicFilm,
  allTakes: readonly FilmTake[],
): ShotView[] {
  const known = new Map(film.shots.map((each) => [each.id, each]));
  return shots.map((shot, place) => {
    const takes = allTakes.filter(({ shotId }) => shotId === shot.id);
    const shown = findTake(shot, takes);
    const server = known.get(shot.id);
    return {
      shot,
      place,
      takes,
      shown,
      state: findState(takes, shown, server?.state),
      costCredits: server?.cost_credits ?? null,
      problem: server?.problem ?? null,
    };
  });
}

/** Finds the state by the takes, whose ends the page knows before it reads the film again. */
function findState(
  takes: readonly FilmTake[],
  shown: FilmTake | undefined,
  said: ShotState | undefined,
): ShotState {
  if (takes.some(({ state }) => state === 'running')) return 'running';
  if (!shown) return said === 'running' && takes.length === 0 ? 'running' : 'missing';
  return said === 'changed' ? 'changed' : 'ready';
}

/** The state in words: a shot whose newest take has failed is missing for that reason. */
export function nameState({
  state,
  takes: [newest],
}: Pick<ShotView, 'state' | 'takes'>): ShotState | 'failed' {
  return state === 'missing' && newest?.generation.status === 'failed' ? 'failed' : state;
}

/** The clips of the takes that are shown, which play one after the other. */
export function listClips(views: readonly ShotView[]) {
  return views.flatMap(({ shot, shown }) => {
    const clip = shown?.video && toClip(shown.video, shot.id);
    return clip ? [{ ...clip, volume: shot.volume }] : [];
  });
}

/** A whole video as a clip; undefined while its length is not known. */
export function toClip({ url, width, height, fps, duration_seconds: seconds }: ShownOutput, id: string) {
  if (!seconds) return undefined;
  const source = { url, width: width ?? 0, height: height ?? 0, fps, seconds, poster: null, name: '' };
  return makeClip(source, id);
}
