import type { PublicGeneration } from '@atelier/contract';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { SelectionState } from '../../selection/selection.ts';
import type { LibraryFeed } from '../feed/library-feed.ts';
import type { GridLayout } from '../layout/grid-layout.ts';
import { coveredPx } from '../layout/visible-blocks.ts';
import { type Band, placesInBand } from './places-in-band.ts';

/** Up to here a press is no drag. */
const thresholdPx = 4;
/** So near the edges of the window it scrolls, the faster the nearer. */
const edgePx = 48;
const maxScrollPx = 20;

export type BandGrid = {
  element: HTMLElement;
  feed: LibraryFeed;
  grid: GridLayout;
  selection: SelectionState;
  /** Where the element begins in the grid. */
  originPx: number;
};

type Point = { x: number; y: number };

/**
 * Selects what a band touches that is drawn with the mouse from where its button went down: that alone, or with Shift, Ctrl
 * or ⌘ besides what was selected before. It ends by itself when the button goes up; Escape takes it back.
 */
export class BandDrag {
  readonly #gridOf: () => BandGrid;
  readonly #onBand: (band: Band | undefined) => void;
  readonly #listening = new AbortController();
  readonly #start: Point;
  readonly #before: readonly PublicGeneration[];
  readonly #kept: readonly PublicGeneration[];
  readonly #isAdding: boolean;
  /** Generations that the drag has seen, also those that the grid has dropped because they are far from the window. */
  readonly #seen = new Map<number, PublicGeneration>();
  #places: readonly number[] = [];
  #chosen: string | undefined;
  #pointer: Point;

  constructor(event: MouseEvent, findGrid: () => BandGrid, onBand: (band: Band | undefined) => void) {
    this.#gridOf = findGrid;
    this.#onBand = onBand;
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#start = this.#inGrid();
    this.#before = findGrid().selection.generations;
    this.#isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    this.#kept = this.#isAdding ? this.#before : [];
    const { signal } = this.#listening;
    document.addEventListener('selectstart', (selecting) => selecting.preventDefault(), { signal });
    window.addEventListener('mousemove', (moved) => this.#move(moved), { signal });
    window.addEventListener('mouseup', () => this.#finish(), { signal });
    window.addEventListener('scroll', () => this.#draw(), { signal, passive: true });
    window.addEventListener('keydown', (pressed) => this.#takeBack(pressed), { signal, capture: true });
  }

  end(): void {
    this.#listening.abort();
    this.#onBand(undefined);
  }

  get #isDrawn(): boolean {
    return this.#chosen !== undefined;
  }

  #inGrid(): Point {
    const { element, originPx } = this.#gridOf();
    const { left, top } = element.getBoundingClientRect();
    return { x: this.#pointer.x - left, y: this.#pointer.y - top + originPx };
  }

  #move({ clientX, clientY, buttons }: MouseEvent): void {
    // The button went up outside the window.
    if ((buttons & 1) === 0) {
      this.#finish();
      return;
    }
    this.#pointer = { x: clientX, y: clientY };
    const { x, y } = this.#inGrid();
    if (!this.#isDrawn) {
      if (Math.hypot(x - this.#start.x, y - this.#start.y) <= thresholdPx) return;
      this.#chosen = '';
      this.#gridOf().selection.choose(this.#kept);
      this.#scrollAtEdges();
    }
    this.#draw();
  }

  #draw(): void {
    if (!this.#isDrawn) return;
    const { grid, selection } = this.#gridOf();
    const { x, y } = this.#inGrid();
    const band = {
      leftPx: Math.min(x, this.#start.x),
      rightPx: Math.max(x, this.#start.x),
      topPx: Math.min(y, this.#start.y),
      bottomPx: Math.max(y, this.#start.y),
    };
    this.#places = placesInBand(grid, band);
    for (const place of this.#places) {
      const generation = grid.loaded.at(place);
      if (generation) this.#seen.set(place, generation);
    }
    const touched = this.#places.flatMap((place) => this.#seen.get(place) ?? []);
    const chosen = touched.map(({ id }) => id).join();
    if (chosen !== this.#chosen) selection.choose([...this.#kept, ...touched]);
    this.#chosen = chosen;
    this.#onBand(band);
  }

  #scrollAtEdges(): void {
    const step = () => {
      if (this.#listening.signal.aborted) return;
      const { y } = this.#pointer;
      const abovePx = coveredPx + edgePx - y;
      const beyondPx = abovePx > 0 ? -abovePx : Math.max(0, y - window.innerHeight + edgePx);
      const top = Math.max(-maxScrollPx, Math.min(maxScrollPx, beyondPx / 2));
      if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #takeBack(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isDrawn) return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
    this.#gridOf().selection.choose(this.#before);
  }

  #finish(): void {
    // A press on empty ground.
    if (!this.#isDrawn && !this.#isAdding) this.#gridOf().selection.clear();
    this.end();
    const unread = this.#places.filter((place) => !this.#seen.has(place));
    if (unread.length > 0) this.#addUnread(unread).catch(showErrorToast);
  }

  /** Adds the places that were scrolled past faster than they were read. */
  async #addUnread(places: readonly number[]): Promise<void> {
    const { feed, selection } = this.#gridOf();
    const generations: PublicGeneration[] = [];
    let from = 0;
    for (let at = 1; at <= places.length; at += 1) {
      const [first = 0, last = 0] = [places[from], places[at - 1]];
      if (places[at] === last + 1) continue;
      generations.push(...(await feed.between(first, last, last - first + 1)));
      from = at;
    }
    selection.add(generations);
  }
}
