import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Ref of a control, or a group of them, that goes away with what it does, such as the one that cancels: the focus goes to the
 * first control of what stands in its article or list then, else to the content of the page.
 */
export function useHandOver<Control extends HTMLElement>(): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  useLayoutEffect(() => {
    const control = ref.current;
    const box = control?.closest('article, ul');
    return () => {
      if (control?.contains(document.activeElement)) requestAnimationFrame(() => focusFirst(box));
    };
  }, []);
  return ref;
}

function focusFirst(known: Element | null | undefined): void {
  // An article may be drawn anew in another place.
  const box = document.getElementById(known?.id ?? '') ?? known;
  const first = box?.isConnected ? box.querySelector<HTMLElement>('button, a') : null;
  (first ?? document.getElementById('content'))?.focus({ preventScroll: first === null });
}
