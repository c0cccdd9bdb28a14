import { useEffect, useRef } from 'react';
import { useAccount } from '#product/account/use-account.ts';
import { refreshWallet } from './wallet-queries.ts';

/** Each ledger entry raises the revision of the account, which `credits:changed` brings: then all is read again. */
export function useLiveWallet(): void {
  const revision = useAccount().info?.credits.revision;
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (revision === undefined || revision === shownRevision.current) return;
    shownRevision.current = revision;
    void refreshWallet();
  }, [revision]);
}
