/** Tooltips that may be shown: those under the pointer, that of a control reached with Tab, or none. */
type Tips = 'hover' | 'focus' | 'none';

/**
 * Decides it for the whole document, in `data-tips` of its root, which the style sheet reads. A press hides the tooltip of
 * what was pressed until the pointer leaves it, and only Tab shows one on focus: not a dialog that focuses its first
 * control. Returns the function that stops it.
 */
export function startTooltips(root: HTMLElement): () => void {
  let pressed: Element | undefined;
  const show = (tips: Tips) => {
    if (root.dataset.tips !== tips) root.dataset.tips = tips;
  };
  const listeners = new AbortController();
  const options = { signal: listeners.signal, capture: true, passive: true };
  root.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressed = target instanceof Element ? (target.closest('button, a') ?? undefined) : undefined;
      show('none');
    },
    options,
  );
  root.addEventListener(
    'pointermove',
    ({ target }) => {
      if (target instanceof Node && pressed?.contains(target)) return;
      pressed = undefined;
      show('hover');
    },
    options,
  );
  root.addEventListener('keydown', ({ key }) => show(key === 'Tab' ? 'focus' : 'none'), options);
  return () => listeners.abort();
}
