/**
 * Keeps the focus in sight for the whole document. What gets it comes out from behind a bar that sticks to the window, such as
 * the one of a form: the browser scrolls it to the edge of the window alone. When what has it goes, such as the button that
 * cancels, and nothing else takes it, the first control of its article or list does, else the content of the page. Returns the
 * function that stops it.
 */
export function startKeepingFocus(): () => void {
  let last: Element | undefined;
  let box: Element | null = null;
  const uncover = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    box = target.closest('article, ul');
    requestAnimationFrame(() => {
      if (target.matches(':focus-visible') && isCovered(target))
        target.scrollIntoView({ block: 'center', inline: 'end', behavior: 'instant' });
    });
  };
  const watch = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = undefined;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) handOn(box);
    });
  });
  watch.observe(document.body, { subtree: true, childList: true });
  document.addEventListener('focusin', uncover);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', uncover);
  };
}

function handOn(known: Element | null): void {
  // An article may be drawn again in another place.
  const box = document.getElementById(known?.id ?? '') ?? known;
  const first = box?.isConnected ? box.querySelector<HTMLElement>('button, a') : null;
  (first ?? document.getElementById('content'))?.focus({ preventScroll: first === null });
}

/** Whether the middle of what is in the window lies behind something that stays there while the rest scrolls. */
function isCovered(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2;
  let node = document.elementFromPoint(x, y);
  for (; node && !node.contains(element); node = node.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(node).position)) return true;
  return false;
}
