/** Shorter than the long press with which phones begin to drag an element themselves. */
const holdMs = 400;
/** A finger that moves further before that scrolls the page. */
const slackPx = 10;
/** So near to an edge of its list a dragged item scrolls it, by so much in each picture of the screen. */
const edgePx = 48;
const stepPx = 8;

type Point = { x: number; y: number };
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** The box that a point is in, or the nearest one; -1 without any. */
export function findNearest(boxes: readonly Box[], { x, y }: Point): number {
  const distances = boxes.map(({ left, right, top, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  return distances.indexOf(Math.min(...distances));
}

type Following = {
  onLift: () => void;
  /** Gets the place of another item among the children of the list. */
  onDrop: (place: number) => void;
  /** Comes at each end, also after a drop. */
  onEnd: () => void;
};

/**
 * Lets a finger or a pen drag an item of a list to the place of another one after a long press, which lifts it; before that
 * the finger scrolls. The browser's own drag and menu are left out then. Returns the function that ends it.
 */
export function orderByTouch(item: HTMLElement, { onLift, onDrop, onEnd }: Following): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouch = false;
  let start: Point = { x: 0, y: 0 };
  let lifted: LiftedItem | undefined;
  const lift = () => {
    lifted = liftItem(item, start);
    onLift();
  };
  const end = () => {
    clearTimeout(timer);
    if (!lifted) return;
    lifted.putDown();
    lifted = undefined;
    onEnd();
  };
  const down = (event: PointerEvent) => {
    end();
    isTouch = event.pointerType !== 'mouse';
    if (!isTouch || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(lift, holdMs);
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (lifted) lifted.moveTo({ x, y });
    else if (Math.hypot(x - start.x, y - start.y) > slackPx) clearTimeout(timer);
  };
  const drop = () => {
    const place = lifted?.findPlace();
    end();
    if (place !== undefined) onDrop(place);
  };
  const prevent = (event: Event) => {
    if (!isTouch) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The finger scrolls nothing while it holds an item. Not passive, as browsers would make it.
  const hold = (event: TouchEvent) => {
    if (lifted) event.preventDefault();
  };
  item.addEventListener('touchmove', hold, { signal, passive: false });
  item.addEventListener('pointerdown', down, { signal });
  item.addEventListener('pointermove', move, { signal });
  item.addEventListener('pointerup', drop, { signal });
  item.addEventListener('pointercancel', end, { signal });
  for (const own of ['contextmenu', 'dragstart'])
    item.addEventListener(own, prevent, { signal, capture: true });
  for (const name of ['-webkit-touch-callout', 'user-select', '-webkit-user-select'])
    item.style.setProperty(name, 'none');
  return () => {
    end();
    listening.abort();
  };
}

type LiftedItem = {
  moveTo: (point: Point) => void;
  /** The place that it is over; undefined for its own. */
  findPlace: () => number | undefined;
  putDown: () => void;
};

/** Shows an item under the finger, marks the one whose place it would take, and scrolls its list at the edges. */
function liftItem(item: HTMLElement, start: Point): LiftedItem {
  const list = item.parentElement;
  const items = [...(list?.children ?? [])].filter((each) => each instanceof HTMLElement);
  const scrolledAtStart = list?.scrollLeft ?? 0;
  let point = start;
  let over: HTMLElement | undefined;
  const show = () => {
    const scrolled = (list?.scrollLeft ?? 0) - scrolledAtStart;
    item.style.translate = `${point.x - start.x + scrolled}px ${point.y - start.y}px`;
    const others = items.filter((each) => each !== item);
    const boxes = others.map((each) => each.getBoundingClientRect());
    const home = item.getBoundingClientRect();
    // Where it was before it was moved.
    const [byX, byY] = [point.x - start.x + scrolled, point.y - start.y];
    const own = {
      left: home.left - byX,
      right: home.right - byX,
      top: home.top - byY,
      bottom: home.bottom - byY,
    };
    mark([...others, undefined][findNearest([...boxes, own], point)]);
  };
  const mark = (next: HTMLElement | undefined) => {
    if (over === next) return;
    if (over) over.style.outline = '';
    if (next) next.style.outline = '2px dashed var(--color-accent-text)';
    over = next;
  };
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    const box = list?.getBoundingClientRect();
    if (!list || !box || list.scrollWidth <= list.clientWidth) return;
    const by = point.x < box.left + edgePx ? -stepPx : point.x > box.right - edgePx ? stepPx : 0;
    const before = list.scrollLeft;
    list.scrollLeft += by;
    if (list.scrollLeft !== before) show();
  };
  let frame = requestAnimationFrame(scroll);
  item.style.zIndex = '10';
  item.style.position = 'relative';
  return {
    moveTo(next) {
      point = next;
      show();
    },
    findPlace: () => (over ? items.indexOf(over) : undefined),
    putDown() {
      cancelAnimationFrame(frame);
      mark(undefined);
      for (const name of ['translate', 'z-index', 'position']) item.style.removeProperty(name);
    },
  };
}
