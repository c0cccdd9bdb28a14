import { type RefObject, useEffect, useEffectEvent } from 'react';
import { hasShownResult } from '#product/generation/outputs.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import type { BatchSet } from './blind-order.ts';
import type { Comparison } from './comparison.ts';
import { stepByArrow } from './fit-columns.ts';
import type { Verdicts } from './use-verdicts.ts';
import { canBePicked } from './wall-set.tsx';

type WallKeys = {
  /** The id is that of the take with the focus; undefined without one. */
  onPick: (id: string | undefined) => void;
  onOut: (id: string | undefined) => void;
  onCompare: (id: string | undefined) => void;
  onUndo: (() => void) | undefined;
  onPlay: (() => void) | undefined;
};

/** Keys of the wall: P, X and C for the take with the focus, U takes back, Space plays, the arrows move the focus. */
export function useWallKeys(boxRef: RefObject<HTMLElement | null>, keys: WallKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const box = boxRef.current;
    if (!box || ctrlKey || metaKey || altKey || shiftKey || document.querySelector('dialog[open]')) return;
    if (!(target instanceof HTMLElement)) return;
    const isOther = 'input:not([type="checkbox"]), textarea, select, [role="menu"], audio';
    if (target.isContentEditable || target.closest(isOther)) return;
    const key = pressedKey(event);
    const focused = box.contains(target) ? target.closest<HTMLElement>('[data-generation]') : null;
    const id = focused?.dataset.generation;
    const isOnControl = target.closest('button:not([data-opens]), a, input');
    const acts: Record<string, (() => void) | undefined> = {
      p: () => keys.onPick(id),
      x: () => keys.onOut(id),
      c: () => keys.onCompare(id),
      u: keys.onUndo,
      ...(isOnControl ? {} : { ' ': keys.onPlay }),
    };
    const isActing = key.startsWith('arrow') ? moveFocus(box, focused, event.key) : Boolean(acts[key]);
    if (!isActing) return;
    event.preventDefault();
    if (!event.repeat) acts[key]?.();
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

/** Returns whether the arrow had a take to go to; without the focus on one, the page scrolls instead. */
function moveFocus(box: HTMLElement, focused: HTMLElement | null, arrow: string): boolean {
  const takes = [...box.querySelectorAll<HTMLElement>('[data-generation]')].filter((take) =>
    take.querySelector('[data-opens]'),
  );
  if (!focused) return false;
  const spots = takes.map((take) => take.getBoundingClientRect());
  const next = stepByArrow(spots, takes.indexOf(focused), arrow);
  if (next === undefined) return false;
  takes[next]?.querySelector<HTMLElement>('[data-opens]')?.focus();
  return true;
}

/** Decisions by a key or in the bar: about the take with the focus, else about those that are selected. */
export function useDecisions(sets: readonly BatchSet[], verdicts: Verdicts, selection: Comparison) {
  const find = (id: string | undefined) => {
    for (const { set, generations } of sets) {
      const generation = generations.find((each) => each.id === id);
      if (generation && hasShownResult(generation))
        return { id: generation.id, set, canPick: canBePicked(generations, generation) };
    }
    return undefined;
  };
  const [selectedId] = selection.ids.length === 1 ? selection.ids : [];
  const done = sets.flatMap(({ generations }) => generations.filter(hasShownResult));
  const picked = sets.filter(({ set }) => verdicts.pickedId(set) !== undefined).length;
  const out = done.filter(({ id }) => verdicts.isOut(id)).length;
  return {
    counts: { picked, out, open: Math.max(0, done.length - picked - out) },
    canPick: find(selectedId)?.canPick === true,
    onPick: (id: string | undefined) => {
      const take = find(id ?? selectedId);
      if (take?.canPick) verdicts.pick(take.set, take.id, verdicts.pickedId(take.set) !== take.id);
    },
    onOut: (id: string | undefined) => {
      for (const each of id === undefined ? selection.ids : [id]) {
        const take = find(each);
        if (take) verdicts.putOut(take.set, [take.id], !verdicts.isOut(take.id));
      }
    },
    onCompare: (id: string | undefined) => {
      if (selection.compare) selection.compare();
      else if (find(id) && id !== undefined) selection.toggle(id);
    },
  };
}
