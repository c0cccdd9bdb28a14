import type { PublicFilm } from '@atelier/contract';
import { type Dispatch, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { pollWhileDisconnected, realtimeStatus } from '#lib/realtime.ts';
import { useStore } from '#lib/store.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { saveBeforeSignOut } from '#product/account/unsaved.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { newerCut } from '#product/playback/newer-cut.ts';
import { cutChanges, filmChanges } from '#product/realtime/changes.ts';
import { fetchFilm } from './film-data.ts';
import { keepDraft, readDraft } from './film-draft.ts';
import { isSame } from './film-edits.ts';
import { FilmSaver, pickEdits } from './film-saver.ts';
import { beginFilm, type FilmAction, type FilmState, reduceFilm } from './film-state.ts';
import { type FilmTake, listTakes, type ShotView, viewShots } from './shot-views.ts';

export type FilmParts = {
  /** Film as the server last described it. */
  film: PublicFilm;
  state: FilmState;
  dispatch: Dispatch<FilmAction>;
  saver: FilmSaver;
  views: readonly ShotView[];
  /** Takes over a film that a call has replied with. */
  show: (film: PublicFilm) => void;
  refresh: () => void;
};

/** A film that is edited here: saved as it changes, and read again as it is made. */
export function useFilm(first: PublicFilm): FilmParts {
  const { id } = first;
  const [film, setFilm] = useState(first);
  const [draft] = useState(() => readDraft(id));
  const [state, dispatch] = useReducer(reduceFilm, undefined, () => beginFilm(draft ?? pickEdits(first)));
  const [saver] = useState(() => {
    const isLost = draft !== undefined && !isSame(pickEdits(draft), pickEdits(first));
    return new FilmSaver({
      revision: isLost ? draft.revision : first.revision,
      saved: pickEdits(first),
      send: async (body) => (await request('PUT /api/films/{id}', { params: { id }, body })).film,
      read: () => fetchFilm(id),
      onFilm: setFilm,
      onRefused: answerRefusal,
      keep: (kept) => keepDraft(id, kept),
    });
  });
  useEffect(() => saver.change(state.edits), [saver, state.edits]);
  useEffect(() => {
    const again = () => void saver.flush();
    window.addEventListener('online', again);
    const stop = saveBeforeSignOut(() => saver.flush());
    return () => {
      stop();
      window.removeEventListener('online', again);
      // Sends the last edits when the page is left.
      void saver.flush();
    };
  }, [saver]);
  const show = (next: PublicFilm) => {
    const outcome = saver.adopt(next);
    if (outcome === 'ignored') return;
    setFilm(next);
    if (outcome === 'newer') dispatch({ do: 'load', edits: pickEdits(next) });
  };
  const generations = useStore(generationsStore);
  const takes = useMemo(() => listTakes(film, generations), [film, generations]);
  const refresh = useRefresh(id, saver, show);
  useTakeEnds(film, takes, generations.deletedIds, refresh);
  useEffect(
    () =>
      cutChanges.subscribe((cut) =>
        setFilm((known) => (known.cut?.id === cut.id ? { ...known, cut: newerCut(known.cut, cut) } : known)),
      ),
    [],
  );
  const { shots } = state.edits.document;
  const views = useMemo(() => viewShots(shots, film, takes), [shots, film, takes]);
  return { film, state, dispatch, saver, views, show, refresh };
}

/** A session that has ended is for the whole page to answer. */
function answerRefusal(error: unknown): void {
  if (readCode(error) === 'please_login') void refreshAccount();
  else showErrorToast(error);
}

/** Reads the film again at its events and with each connection, one read at a time. */
function useRefresh(id: string, saver: FilmSaver, onFilm: (film: PublicFilm) => void): () => void {
  const show = useEffectEvent(onFilm);
  const [reader] = useState(() => {
    let isReading = false;
    let isAsked = false;
    const read = async (take: (film: PublicFilm) => void): Promise<void> => {
      isAsked = true;
      if (isReading || saver.state.get() === 'gone') return;
      isReading = true;
      try {
        while (isAsked) {
          isAsked = false;
          take(await fetchFilm(id));
        }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) saver.close();
        else console.warn('The film could not be read', error);
      } finally {
        isReading = false;
      }
    };
    return { read };
  });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) void reader.read((film) => show(film));
  }, [asked, reader]);
  useEffect(() => {
    const read = () => void reader.read((film) => show(film));
    const stops = [
      filmChanges.subscribe((change) => change.id === id && read()),
      realtimeStatus.subscribe(() => realtimeStatus.get() === 'connected' && read()),
      pollWhileDisconnected(read),
    ];
    return () => stops.forEach((stop) => void stop());
  }, [id, reader]);
  return () => setAsked((count) => count + 1);
}

/** Reads the film again when a take of it has ended or was deleted: what its shots need next is up to the server. */
function useTakeEnds(
  film: PublicFilm,
  takes: readonly FilmTake[],
  deletedIds: ReadonlySet<string>,
  refresh: () => void,
): void {
  const ended = film.takes
    .filter(({ generation }) => !hasEnded(generation.status))
    .filter(({ generation }) => takes.every(({ id, state }) => id !== generation.id || state !== 'running'))
    .map(({ generation }) => generation.id);
  const deleted = film.takes.flatMap(({ generation: { id } }) => (deletedIds.has(id) ? [id] : []));
  const changed = [...ended, ...deleted].join();
  const read = useEffectEvent(refresh);
  useEffect(() => {
    if (changed !== '') read();
  }, [changed]);
}
