import type { PublicGeneration } from '@atelier/contract';
import { beginSelecting } from '../../selection/selection.ts';

/** Duration of a long press, the same as on phones. */
const holdMs = 500;
/** A finger that moves further scrolls the page. */
const slackPx = 10;

export type TouchedGrid = {
  isSelecting: boolean;
  generationAt: (place: number) => PublicGeneration | undefined;
  isSelected: (id: string) => boolean;
  toggle: (generation: PublicGeneration, place: number) => void;
};

/**
 * A long press on a tile selects it; while something is selected, a touch selects in place of opening, and one that is drawn
 * from a box on adds the tiles that it comes over. What browsers do on a long press (a menu, or dragging the tile) is not
 * done. Returns the function that ends it.
 */
export function selectByTouch(element: HTMLElement, findGrid: () => TouchedGrid): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isTouch = false;
  /** The press has selected; the click at its end is not one. */
  let hasSelected = false;
  const stop = () => clearTimeout(timer);
  const hold = (place: number) => {
    const { generationAt, isSelected, toggle } = findGrid();
    const generation = generationAt(place);
    if (!generation) return;
    hasSelected = true;
    beginSelecting();
    if (!isSelected(generation.id)) toggle(generation, place);
  };
  const down = (event: PointerEvent) => {
    stop();
    isTouch = event.pointerType === 'touch';
    hasSelected = false;
    const place = locate(event.target);
    if (!isTouch || !event.isPrimary || place === undefined) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => hold(place), holdMs);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > slackPx) stop();
  };
  const click = (event: MouseEvent) => {
    const place = locate(event.target);
    const { isSelecting, generationAt, toggle } = findGrid();
    const generation = place === undefined ? undefined : generationAt(place);
    // The keyboard has no part in this.
    if (!generation || place === undefined || !isTouch || event.detail === 0) return;
    if (!hasSelected && !isSelecting) return;
    if (!hasSelected) toggle(generation, place);
    hasSelected = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const prevent = (event: Event) => {
    if (!isTouch || locate(event.target) === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, stop, { signal });
  for (const own of ['contextmenu', 'dragstart'])
    element.addEventListener(own, prevent, { signal, capture: true });
  element.addEventListener('click', click, { signal, capture: true });
  selectBySweep(element, findGrid, signal);
  return () => {
    stop();
    listening.abort();
  };
}

/** Adds the tiles that a finger comes over that began on the box of one. */
function selectBySweep(element: HTMLElement, findGrid: () => TouchedGrid, signal: AbortSignal): void {
  let from: number | undefined;
  const add = (place: number) => {
    const { generationAt, isSelected, toggle } = findGrid();
    const generation = generationAt(place);
    if (generation && !isSelected(generation.id)) toggle(generation, place);
  };
  const begin = ({ pointerType, target }: PointerEvent) => {
    const isBox = target instanceof Element && target.closest('label') !== null;
    from = pointerType === 'touch' && isBox ? readPlace(target) : undefined;
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    // The finger belongs to the box where it began, wherever it is.
    const place = from === undefined ? undefined : readPlace(document.elementFromPoint(clientX, clientY));
    if (from === undefined || place === undefined || place === from) return;
    add(from);
    add(place);
  };
  const end = () => {
    from = undefined;
  };
  element.addEventListener('pointerdown', begin, { signal });
  element.addEventListener('pointermove', move, { signal });
  for (const each of ['pointerup', 'pointercancel'] as const) element.addEventListener(each, end, { signal });
}

/** Returns the place of the tile that was touched, but not through the box and the buttons over it. */
function locate(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element) || target.closest('label, input, button, a:not(h3 a)')) return undefined;
  return readPlace(target);
}

function readPlace(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const { place } = target.closest<HTMLElement>('[data-place]')?.dataset ?? {};
  return place === undefined ? undefined : Number(place);
}
