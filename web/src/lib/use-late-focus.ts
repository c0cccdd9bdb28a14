import { type RefObject, useEffect, useRef, useState } from 'react';

/** An element, and a function that focuses it after the next render: when the button that has the focus will be gone. */
export function useLateFocus<Focused extends HTMLElement>(): [RefObject<Focused | null>, () => void] {
  const element = useRef<Focused>(null);
  const [calls, setCalls] = useState(0);
  useEffect(() => {
    if (calls > 0) element.current?.focus();
  }, [calls]);
  return [element, () => setCalls((count) => count + 1)];
}
