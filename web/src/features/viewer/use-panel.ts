import { useState, useSyncExternalStore } from 'react';
import type { GenerationAddress } from '#product/generation/actions/generation-address.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';

/**
 * - `wide`: the panel beside the stage.
 * - `page`: the panel below it, in a page that scrolls.
 * - `phone`: the same, with the actions in reach of a thumb.
 */
export type Layout = 'wide' | 'page' | 'phone';

const queries = [
  ['wide', '(width >= 69rem)'],
  ['page', '(width >= 48rem)'],
] as const;

export function useLayout(): Layout {
  return useSyncExternalStore(
    (listener) => {
      const listening = new AbortController();
      for (const [, query] of queries)
        window.matchMedia(query).addEventListener('change', listener, { signal: listening.signal });
      return () => listening.abort();
    },
    () => queries.find(([, query]) => window.matchMedia(query).matches)?.[0] ?? 'phone',
  );
}

export type Panel = { isOpen: boolean; toggle: () => void };

/** Whether the panel beside the stage is open, as the user last left it. */
export function usePanel({ view, show }: GenerationAddress): Panel {
  const [isWanted, setWanted] = useState(() => readKept('panel') !== 'closed');
  const isInAddress = view?.isDetails === true;
  const isOpen = isWanted || isInAddress;
  return {
    isOpen,
    toggle: () => {
      setWanted(!isOpen);
      writeKept('panel', isOpen ? 'closed' : 'open');
      if (view && isInAddress) show({ ...view, isDetails: false });
    },
  };
}
