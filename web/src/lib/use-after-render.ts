import { useLayoutEffect, useRef } from 'react';

/** Returns a function that has another run once, when what was changed with it is on the page. */
export function useAfterRender(): (run: () => void) => void {
  const waiting = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    const run = waiting.current;
    waiting.current = undefined;
    run?.();
  });
  return (run) => {
    waiting.current = run;
  };
}
