import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { StageKeys } from '#product/media/medium-view.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import type { Walk } from './use-walk.ts';

type ViewerKeys = {
  /** The viewer, which has the focus while none of its controls has. */
  boxRef: RefObject<HTMLElement | null>;
  walk: Walk;
  stageKeys: RefObject<StageKeys | undefined>;
  /** While two are compared, Escape ends that. */
  endCompare: (() => void) | undefined;
};

/** The letters press the control of the viewer that has them as `data-key`. */
const pressed = new Set(['f', 'd', 'r', 'i', 'c', 's', 'delete']);

/**
 * Left and right go from result to result, up and down past the other images of a generation, space plays. What the picture
 * itself takes (zoom) comes first; a slider keeps its arrow keys. Dialogs above the viewer have their own keys.
 */
export function useViewerKeys({ boxRef, ...keys }: ViewerKeys): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  // Not after it is seen: a key that is pressed at once would be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      const box = boxRef.current;
      if (!box || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
      // A control that has gone with its generation leaves the focus to the page.
      const isOurs = target === document.body || target.closest('dialog') === box.closest('dialog');
      if (!isOurs || target.closest('[role="menu"], textarea, select, input:not([type="range"])')) return;
      if (!act(event, { ...latest.current, box, target })) return;
      event.preventDefault();
      // The player has some of the same keys.
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [boxRef]);
}

type Acting = Omit<ViewerKeys, 'boxRef'> & { box: HTMLElement; target: HTMLElement };

/** Returns whether the key was one of the viewer's. */
function act(event: KeyboardEvent, { box, target, walk, stageKeys, endCompare }: Acting): boolean {
  const { key } = event;
  const letter = pressedKey(event);
  if (key === 'Escape') return run(endCompare);
  if (pressed.has(letter)) return press(box, letter);
  if (target instanceof HTMLInputElement) return false;
  if (stageKeys.current?.(event)) return true;
  if (key === 'ArrowLeft') return run(() => walk.step(-1));
  if (key === 'ArrowRight') return run(() => walk.step(1));
  // Arrow keys scroll the panel beside the stage when there is a single image.
  if (walk.images.length > 1 && key === 'ArrowUp') return run(() => walk.turnGeneration(-1));
  if (walk.images.length > 1 && key === 'ArrowDown') return run(() => walk.turnGeneration(1));
  return key === ' ' && !target.matches('button, a') && play(box);
}

function run(action: (() => void) | undefined): boolean {
  action?.();
  return action !== undefined;
}

function press(viewer: Element, key: string): boolean {
  const control = viewer.querySelector<HTMLElement>(
    `[data-key="${key}"]:is(button, a), [data-key="${key}"] :is(button, a)`,
  );
  control?.click();
  return control !== null;
}

/** Two videos have a control for both; a sound leads its video. */
function play(viewer: Element): boolean {
  if (press(viewer, ' ')) return true;
  const media =
    viewer.querySelector<HTMLMediaElement>('[data-stage] audio') ??
    viewer.querySelector<HTMLMediaElement>('[data-stage] video');
  if (!media) return false;
  // A browser that refuses leaves it paused.
  if (media.paused) media.play().catch(() => media.pause());
  else media.pause();
  return true;
}
