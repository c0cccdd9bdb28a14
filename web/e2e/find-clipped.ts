// Runs inside the page: `clipping.ts` evaluates all that is exported here, so nothing is imported, or left out of it.

type Box = { left: number; right: number; top: number; bottom: number };
/** A line of text, a control, or a box with a ground of its own. */
type Piece = { what: 'text' | 'control' | 'box'; element: Element; box: Box };
type Axis = { size: 'x' | 'y'; start: 'left' | 'top'; end: 'right' | 'bottom' };

export const axes: readonly Axis[] = [
  { size: 'x', start: 'left', end: 'right' },
  { size: 'y', start: 'top', end: 'bottom' },
];
/** Fonts and layout round; what is missing must be more than that. */
export const slackPx = 1.5;
export const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role^=menuitem], [role=option], [role=tab]';

/** Lists the texts and controls of the page that cannot be read or pressed, one line each. */
export function findClipped(): string[] {
  const top = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1);
  const root = top ?? document.body;
  const { scrollWidth, clientWidth } = document.documentElement;
  const found: string[] = [];
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide in ${clientWidth}`);
  const shown: Piece[] = [];
  for (const piece of listPieces(root)) {
    const { cut, visible } = followUp(piece);
    if (cut) found.push(`${piece.what} ${formatName(piece.element)} is cut ${cut}`);
    else if (visible) shown.push({ ...piece, box: visible });
  }
  found.push(...findCollisions(shown), ...findCutValues(root), ...findSidewaysScrollers(root));
  if (!top) found.push(...findCovered(shown));
  return [...new Set(found)];
}

export function* listPieces(root: Element): Generator<Piece> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      const element = node.parentElement;
      if (!element || node.data.trim() === '' || !isVisible(element) || isTransparent(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 0 && node.data.trim() !== '') yield { what: 'text', element, box };
    } else if (node instanceof Element && isVisible(node)) {
      const what = isControl(node) ? 'control' : hasOwnGround(node) ? 'box' : undefined;
      const box = node.getBoundingClientRect();
      if (what && box.width > 0 && box.height > 0) yield { what, element: node, box };
    }
  }
}

/** Returns whether it is a control. Those of a decoration, such as a drifting wall, are offered elsewhere, too. */
export function isControl(element: Element): boolean {
  return element.matches(controls) && !element.matches('[aria-hidden=true] [tabindex="-1"]');
}

export function isVisible(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('option, svg, [data-tooltip]')
  );
}

/** The name of a tile, which its picture shows. */
export function isTransparent(element: Element): boolean {
  return /^rgba\(.*, 0\)$/.test(getComputedStyle(element).color);
}

/** Whether it is a badge or the like: a text on a ground, whose edges are part of it. */
export function hasOwnGround(element: Element): boolean {
  const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  if (!hasText) return false;
  const { backgroundColor } = getComputedStyle(element);
  return !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor);
}

/** Follows a piece to the window: what cuts it on the way, or what of it is in view without scrolling. */
export function followUp({ what, element, box }: Piece): { cut?: string; visible?: Box } {
  let rest: Box = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
  let isFixed = false;
  for (let node: Element | null = element; node && node !== document.documentElement; ) {
    const style = getComputedStyle(node);
    if (isForReadersOnly(node, style)) return {};
    if ((node !== element || what === 'text') && isClipper(node, style)) {
      for (const axis of axes) {
        const cut = cutAt(node, style, rest, axis);
        if (cut) return { cut };
      }
      rest = intersect(rest, node, style);
    }
    if (style.position === 'sticky' && isBelowSticky(node, style, rest))
      return { cut: 'by the window, below what sticks' };
    isFixed ||= style.position === 'fixed' || node.matches('dialog:modal, :popover-open');
    if (isFixed) break;
    node = nextClipper(node, style);
  }
  if (rest.right - rest.left < 1 || rest.bottom - rest.top < 1) return {};
  return cutByWindow(rest, isFixed) ?? { visible: rest };
}

export function isForReadersOnly(node: Element, style: CSSStyleDeclaration): boolean {
  if (style.clipPath === 'inset(50%)') return true;
  return (
    style.overflowX !== 'visible' &&
    node.clientWidth <= 1 &&
    node.clientHeight <= 1 &&
    style.display !== 'inline'
  );
}

export function isClipper(node: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'inline' || style.display === 'contents' || node === document.body) return false;
  return style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.clipPath !== 'none';
}

/** The ancestor that can cut next: what is positioned is not cut by boxes that do not contain it. */
export function nextClipper(node: Element, style: CSSStyleDeclaration): Element | null {
  let parent = node.parentElement;
  if (style.position !== 'absolute') return parent;
  while (parent && !isContaining(getComputedStyle(parent))) parent = parent.parentElement;
  return parent;
}

export function isContaining({
  position,
  transform,
  filter,
  contain,
  translate,
}: CSSStyleDeclaration): boolean {
  const isMoved = transform !== 'none' || translate !== 'none' || filter !== 'none';
  return position !== 'static' || isMoved || /paint|strict|content|layout/.test(contain);
}

export function toFrame(node: Element): Box {
  const { left, top } = node.getBoundingClientRect();
  const start = { left: left + node.clientLeft, top: top + node.clientTop };
  return { ...start, right: start.left + node.clientWidth, bottom: start.top + node.clientHeight };
}

export function cutAt(
  node: Element,
  style: CSSStyleDeclaration,
  rest: Box,
  { size, start, end }: Axis,
): string | undefined {
  const overflow = size === 'x' ? style.overflowX : style.overflowY;
  const frame = toFrame(node);
  const before = frame[start] - rest[start];
  const after = rest[end] - frame[end];
  if (overflow === 'visible' && style.clipPath === 'none') return undefined;
  if (before <= slackPx && after <= slackPx) return undefined;
  if (overflow === 'auto' || overflow === 'scroll') return cutByScroller(node, before, after, size);
  // A text that fades out shows that it goes on.
  const isFading = style.webkitLineClamp !== 'none' || style.maskImage !== 'none';
  const isMarked = size === 'x' ? style.textOverflow === 'ellipsis' : isFading;
  if (isMarked && isExplained(node)) return undefined;
  return `by ${formatName(node)}${isMarked ? ', without a title' : ''}`;
}

/** A scroller reaches what lies behind its end, and nothing that lies before its start. */
export function cutByScroller(
  node: Element,
  before: number,
  after: number,
  size: 'x' | 'y',
): string | undefined {
  const passed = Math.abs(size === 'x' ? node.scrollLeft : node.scrollTop);
  const all = size === 'x' ? node.scrollWidth - node.clientWidth : node.scrollHeight - node.clientHeight;
  if (before <= passed + slackPx && after <= all - passed + slackPx) return undefined;
  return `by the scroller ${formatName(node)}, which does not reach it`;
}

/** Whether what is left out can be read: as a title, or with a control that opens it. */
export function isExplained(node: Element): boolean {
  if (node.closest('[title]')?.getAttribute('title')?.trim()) return true;
  return node.parentElement?.querySelector(':scope > [aria-expanded], :scope > * > [aria-expanded]') != null;
}

export function intersect(rest: Box, node: Element, style: CSSStyleDeclaration): Box {
  const frame = toFrame(node);
  const isX = style.overflowX !== 'visible';
  const isY = style.overflowY !== 'visible';
  return {
    left: isX ? Math.max(rest.left, frame.left) : rest.left,
    right: isX ? Math.min(rest.right, frame.right) : rest.right,
    top: isY ? Math.max(rest.top, frame.top) : rest.top,
    bottom: isY ? Math.min(rest.bottom, frame.bottom) : rest.bottom,
  };
}

/** Scrolling the page does not move what sticks, so nothing of it comes into view that begins below the window. */
export function isBelowSticky(node: Element, { top }: CSSStyleDeclaration, rest: Box): boolean {
  if (top === 'auto') return false;
  const { top: at } = node.getBoundingClientRect();
  return rest.bottom - at + Number.parseFloat(top) > window.innerHeight + slackPx;
}

export function cutByWindow(rest: Box, isFixed: boolean): { cut: string } | undefined {
  const { clientWidth } = document.documentElement;
  const isBeside = rest.left < -slackPx || rest.right > clientWidth + slackPx;
  const isOutside = isFixed
    ? rest.top < -slackPx || rest.bottom > window.innerHeight + slackPx
    : rest.top + window.scrollY < -slackPx;
  return isBeside || isOutside ? { cut: 'by the window' } : undefined;
}

/** Texts that are drawn over other texts or controls of the same layer. */
export function findCollisions(pieces: readonly Piece[]): string[] {
  const found: string[] = [];
  const sorted = pieces.filter(({ what }) => what !== 'box').sort((a, b) => a.box.top - b.box.top);
  for (const [index, first] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const second = sorted[next];
      if (!second || second.box.top > first.box.bottom) break;
      if (first.what === 'control' && second.what === 'control') continue;
      if (
        isBesides(first, second) &&
        measureOverlap(first.box, second.box) &&
        findLayer(first) === findLayer(second)
      )
        found.push(`${first.what} ${formatName(first.element)} lies on ${formatName(second.element)}`);
    }
  }
  return found;
}

export function isBesides({ element: a }: Piece, { element: b }: Piece): boolean {
  return (
    a !== b &&
    !a.contains(b) &&
    !b.contains(a) &&
    !a.closest('label')?.contains(b) &&
    !b.closest('label')?.contains(a)
  );
}

export function measureOverlap(a: Box, b: Box): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 3 && height > Math.min(a.bottom - a.top, b.bottom - b.top) / 3;
}

export function findLayer({ element }: Piece): Element | null {
  for (let node: Element | null = element; node; node = node.parentElement)
    if (/absolute|fixed|sticky/.test(getComputedStyle(node).position)) return node;
  return null;
}

/** Placeholders and chosen options that are longer than their field: no layout shows that the browser cuts these. */
export function findCutValues(root: Element): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The browser measures no text');
  const found: string[] = [];
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input[placeholder], select',
  )) {
    const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder;
    if (!text || !isVisible(field) || field.title) continue;
    if (field instanceof HTMLInputElement && field.value !== '') continue;
    const style = getComputedStyle(field);
    context.font = style.font;
    const arrowPx = field instanceof HTMLSelectElement && style.appearance !== 'none' ? 16 : 0;
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const missing = context.measureText(text).width - (room - arrowPx);
    if (missing > slackPx)
      found.push(`value ${formatName(field)} "${text}" is cut by its field, ${Math.round(missing)} px`);
  }
  return found;
}

/** Columns that scroll down and to the side as well: something in them is wider than them, and widens all the rest. */
export function findSidewaysScrollers(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((node) => {
    const { overflowX, overflowY } = getComputedStyle(node);
    const scrolls = [overflowX, overflowY].every((overflow) => overflow === 'auto' || overflow === 'scroll');
    if (!scrolls || node.matches('textarea, pre') || !isVisible(node)) return [];
    const [wider, higher] = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
    return wider > slackPx && higher > slackPx
      ? [`${formatName(node)} scrolls to the side, ${wider} px`]
      : [];
  });
}

/** Controls that lie behind a bar at the very top or end of the page, where no scrolling frees them. */
export function findCovered(pieces: readonly Piece[]): string[] {
  const before = window.scrollY;
  const found = [0, document.documentElement.scrollHeight].flatMap((y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return pieces.flatMap(({ what, element }) => {
      const box = element.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      const hit = what === 'control' && document.elementFromPoint((box.left + box.right) / 2, middle);
      const bar = hit && findLayer({ what, element: hit, box });
      if (!bar || bar.contains(element) || !/fixed|sticky/.test(getComputedStyle(bar).position)) return [];
      // The side on which the bar sticks: a tall one at the end covers more than the lower half.
      const { top, bottom } = bar.getBoundingClientRect();
      const isAtEnd = (top + bottom) / 2 > window.innerHeight / 2;
      return isAtEnd === y > 0 ? [`control ${formatName(element)} lies behind ${formatName(bar)}`] : [];
    });
  });
  window.scrollTo({ top: before, behavior: 'instant' });
  return found;
}

export function formatName(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  const classes = (element.getAttribute('class') ?? '').slice(0, 80);
  return `<${element.localName} class="${classes}">${text.slice(0, 50)}`;
}
