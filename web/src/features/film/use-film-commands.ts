import { filmLimits } from '@atelier/catalog/films';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cutFrame } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { Playback } from '#product/playback/playback.ts';
import { isElsewhere } from '#ui/key-target.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { showToast } from '#ui/show-toast.ts';
import { makeShot } from './film-edits.ts';
import type { FilmTake, ShotView } from './shot-views.ts';
import type { FilmParts } from './use-film.ts';
import { findLength, findModelOfGap, type ShotModels, startBeside } from './use-shot-models.ts';

export type FilmCommands = {
  /** Adds a shot at a place, by default behind the chosen one. */
  add: (place?: number) => void;
  /** Moves the chosen shot by so many places. */
  move: (by: number) => void;
  remove: () => void;
  undo: () => void;
  redo: () => void;
  /** Adds a shot from the last picture of one to the first one of the next. */
  fill: (left: ShotView, right: ShotView) => void;
  /** Adds a shot that begins with the last picture of one. */
  goOn: (left: ShotView) => void;
  isCutting: boolean;
  /** Last thing that was done, for screen readers. */
  said: string;
};

type Parts = Pick<FilmParts, 'state' | 'dispatch'>;

/** Everything that a button or a key does with the shots. */
export function useFilmCommands({ state, dispatch }: Parts, models: ShotModels): FilmCommands {
  const { t } = useTranslation('film');
  const [said, setSaid] = useState('');
  const frames = useFrameShots({ state, dispatch }, models);
  const { shots } = state.edits.document;
  const chosen = shots.find(({ id }) => id === state.selectedId);
  return {
    ...frames,
    said,
    add(place = chosen ? shots.indexOf(chosen) + 1 : shots.length) {
      if (shots.length >= filmLimits.shots) {
        showToast(t('strip.full', { count: filmLimits.shots }), { tone: 'error' });
        return;
      }
      setSaid(t('said.added'));
      const start = startBeside(shots[place - 1] ?? shots[place], models);
      dispatch({ do: 'insert', place, shot: makeShot({ id: newRequestId(), ...start }) });
    },
    move(by) {
      if (!chosen) return;
      const place = shots.indexOf(chosen) + by;
      if (place < 0 || place >= shots.length) return;
      setSaid(t('said.moved', { place: place + 1, count: shots.length }));
      dispatch({ do: 'move', id: chosen.id, place });
    },
    remove() {
      if (!chosen) return;
      setSaid(t('said.removed'));
      dispatch({ do: 'remove', id: chosen.id });
    },
    undo() {
      setSaid(t(state.past.length > 0 ? 'said.undone' : 'said.noUndo'));
      dispatch({ do: 'undo' });
    },
    redo: () => dispatch({ do: 'redo' }),
  };
}

/** Shots that begin or end with pictures of the takes beside them. */
function useFrameShots({ state, dispatch }: Parts, models: ShotModels) {
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { t } = useTranslation('film');
  const { shots } = state.edits.document;
  return {
    isCutting: isRunning,
    fill: (left: ShotView, right: ShotView) =>
      void run(async () => {
        const model = findModelOfGap(left.shot.kind, models);
        if (!left.shown || !right.shown || !model) return;
        const [first_url, last_url] = await Promise.all([
          cutAt(left.shown, 'last'),
          cutAt(right.shown, 'first'),
        ]);
        const start = { kind: model.kind, seconds: findLength(model, left.shot.seconds) };
        const shot = makeShot({ id: newRequestId(), ...start, first_url, last_url });
        dispatch({ do: 'insert', place: left.place + 1, shot });
      }),
    goOn: (left: ShotView) =>
      void run(async () => {
        if (!left.shown) return;
        const first_url = await cutAt(left.shown, 'last');
        const shot = makeShot({ id: newRequestId(), ...startBeside(shots[left.place], models), first_url });
        dispatch({ do: 'insert', place: left.place + 1, shot });
        showToast(t('seam.softens'));
      }),
  };
}

function cutAt({ id, generation, video }: FilmTake, at: 'first' | 'last'): Promise<string> {
  const output = generation.outputs.findIndex((each) => each.id === video?.id);
  return cutFrame(id, { at, output: Math.max(0, output) });
}

/** Keys of the page, which work wherever no field has the focus. */
export function useFilmKeys(commands: FilmCommands, playback: Playback): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return;
    const act = findAct(event, commands, playback);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function findAct(
  event: KeyboardEvent,
  { undo, redo, add }: FilmCommands,
  playback: Playback,
): (() => void) | undefined {
  const key = pressedKey(event);
  if (event.ctrlKey || event.metaKey) {
    if (key === 'y') return redo;
    if (key !== 'z') return undefined;
    return event.shiftKey ? redo : undo;
  }
  if (event.shiftKey) return undefined;
  if (key === 'n') return () => add();
  // A button does with Space what it says.
  const isOnButton = event.target instanceof Element && event.target.closest('button, a, summary');
  return key === ' ' && !isOnButton ? () => playback.toggle() : undefined;
}
