import type { PackId } from '@atelier/catalog';
import { useEffect, useRef, useState } from 'react';
import { startCheckout } from '#lib/api/checkout.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

type Checkout = {
  /** Leaves for the page where the pack is paid. Nothing happens while an earlier press is under way. */
  buy: (pack: PackId) => void;
  leavingWith: PackId | undefined;
};

/** Buying from any page; the user comes back to `returnPath`, a path of our own pages. */
export function useCheckout(returnPath: string): Checkout {
  const [leavingWith, setLeavingWith] = useState<PackId>();
  const isBusy = useRef(false);

  const stay = () => {
    isBusy.current = false;
    setLeavingWith(undefined);
  };
  useEffect(() => {
    // Back from the payment page, the browser may show this one exactly as it was left.
    const onShow = (event: PageTransitionEvent) => event.persisted && stay();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  });

  const buy = (pack: PackId) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setLeavingWith(pack);
    startCheckout({ pack, redirect: returnPath, request_id: newRequestId() })
      .then(({ url }) => window.location.assign(url))
      .catch((error: unknown) => {
        stay();
        showErrorToast(error);
      });
  };
  return { buy, leavingWith };
}
