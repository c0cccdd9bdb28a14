import { PurchaseDialog } from './purchase-dialog.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import type { WalletSearch } from './wallet-search.ts';

export type WalletDialogProps = { search: WalletSearch; revision: number; onClose: () => void };

/** What the address asks to see of one line. */
export function WalletDialog({ search, revision, onClose }: WalletDialogProps) {
  if (search.receipt) return <ReceiptDialog id={search.receipt} {...{ search, revision, onClose }} />;
  return search.purchase ? <PurchaseDialog id={search.purchase} onClose={onClose} /> : null;
}
