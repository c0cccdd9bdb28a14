import { useState, useSyncExternalStore } from 'react';
import type { GenerationAddress } from '#product/generation/actions/generation-address.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';

const wide = '(min-width: 60rem)';

export type Panel = { isOpen: boolean; isSheet: boolean; toggle: () => void };

/**
 * Whether the details are open: beside the picture where there is room, as the user last left them; on a phone as a sheet
 * over it, which is in the address, so that Back closes it.
 */
export function usePanel({ view, show, openDetails, closeDetails }: GenerationAddress): Panel {
  const isWide = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(wide).matches,
  );
  const [isWanted, setWanted] = useState(() => readKept('panel') !== 'closed');
  const isInAddress = view?.isDetails === true;
  if (isWide) {
    const isOpen = isWanted || isInAddress;
    return {
      isOpen,
      isSheet: false,
      toggle: () => {
        setWanted(!isOpen);
        writeKept('panel', isOpen ? 'closed' : 'open');
        if (view && isInAddress) show({ ...view, isDetails: false });
      },
    };
  }
  return {
    isOpen: isInAddress,
    isSheet: true,
    toggle: isInAddress ? closeDetails : openDetails,
  };
}
