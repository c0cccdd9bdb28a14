import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { findClipAt, toSourceMoment } from '#product/playback/clip-times.ts';
import { isElsewhere } from '#ui/key-target.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { canSplit } from './bench-state.ts';
import type { BenchParts } from './use-bench.ts';

export type Commands = {
  split: () => void;
  /** Begin or end the shown clip with the picture that is shown. */
  setStart: () => void;
  setEnd: () => void;
  duplicate: () => void;
  remove: () => void;
  /** Moves the chosen clip by so many places. */
  move: (by: number) => void;
  undo: () => void;
  redo: () => void;
  toggle: () => void;
  /** Last thing that was done, for screen readers. */
  said: string;
};

/** Everything that a button or a key does with the clip that is shown, which is the chosen one. */
export function useCommands({ bench, dispatch, playback }: BenchParts): Commands {
  const { t } = useTranslation('cut');
  const [said, setSaid] = useState('');
  const { clips } = bench.cut;
  const findShown = () => findClipAt(clips, playback.moment.get());
  const chosen = clips.find(({ id }) => id === bench.selectedId);
  const trim = (end: 'start' | 'end') => {
    const shown = findShown();
    if (!shown) return;
    const change = { [end]: toSourceMoment(shown.clip, shown.within) };
    dispatch({ do: 'change', id: shown.clip.id, change, atMs: performance.now() });
  };
  return {
    said,
    split() {
      const shown = findShown();
      if (!shown) return;
      const { id } = shown.clip;
      const isPossible = canSplit(bench, id, shown.within);
      setSaid(t(isPossible ? 'said.split' : 'said.noSplit'));
      if (isPossible) dispatch({ do: 'split', id, seconds: shown.within, newId: newRequestId() });
    },
    setStart: () => trim('start'),
    setEnd: () => trim('end'),
    duplicate() {
      if (chosen) dispatch({ do: 'duplicate', id: chosen.id, newId: newRequestId() });
    },
    remove() {
      if (!chosen) return;
      setSaid(t('said.removed'));
      dispatch({ do: 'remove', id: chosen.id });
    },
    move(by) {
      if (!chosen) return;
      const place = clips.indexOf(chosen) + by;
      if (place < 0 || place >= clips.length) return;
      setSaid(t('said.moved', { place: place + 1, count: clips.length }));
      dispatch({ do: 'move', id: chosen.id, place });
    },
    undo() {
      setSaid(t(bench.past.length > 0 ? 'said.undone' : 'said.noUndo'));
      dispatch({ do: 'undo' });
    },
    redo: () => dispatch({ do: 'redo' }),
    toggle: () => playback.toggle(),
  };
}

/** Keys of the bench, which work wherever no field has the focus. */
export function useBenchKeys(commands: Commands): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return;
    const command = findCommand(event, commands);
    if (!command) return;
    event.preventDefault();
    command();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function findCommand(event: KeyboardEvent, commands: Commands): (() => void) | undefined {
  const key = pressedKey(event);
  if (event.ctrlKey || event.metaKey) {
    if (key === 'y') return commands.redo;
    if (key !== 'z') return undefined;
    return event.shiftKey ? commands.redo : commands.undo;
  }
  if (event.shiftKey) return undefined;
  // A button does with Space what it says.
  const isOnButton =
    event.target instanceof Element && event.target.closest('button, a, summary, [type="checkbox"]');
  if (key === ' ') return isOnButton ? undefined : commands.toggle;
  const byKey: Readonly<Record<string, () => void>> = {
    i: commands.setStart,
    o: commands.setEnd,
    s: commands.split,
    delete: commands.remove,
    backspace: commands.remove,
  };
  return Object.hasOwn(byKey, key) ? byKey[key] : undefined;
}
