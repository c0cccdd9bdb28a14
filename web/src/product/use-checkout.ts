import type { PackId } from '@atelier/catalog';
import { useEffect, useRef, useState } from 'react';
import { newRequestId } from '#lib/new-request-id.ts';
import { startCheckout } from '#product/api/account.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

type Checkout = {
  /** Opens the checkout page of a pack. Does nothing while one is already opening. */
  buy: (pack: PackId) => void;
  leavingWith: PackId | undefined;
};

/** Buys a pack from any page; afterwards the user returns to `returnPath`, a path of this site. */
export function useCheckout(returnPath: string): Checkout {
  const [leavingWith, setLeavingWith] = useState<PackId>();
  const isBusy = useRef(false);

  const stay = () => {
    isBusy.current = false;
    setLeavingWith(undefined);
  };
  useEffect(() => {
    // Going back from the payment page can restore this page from the browser's cache, still busy.
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
