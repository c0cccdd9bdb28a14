import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { historyTypes } from '#lib/navigation/menu.ts';
import { ReceiptSection } from '#product/receipt/receipt-section.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useLineGeneration } from './use-line-generation.ts';
import type { WalletSearch } from './wallet-search.ts';

type ReceiptDialogProps = { id: string; search: WalletSearch; revision: number; onClose: () => void };

/** The receipt of a generation, also of a deleted one, with the way to the record itself. */
export function ReceiptDialog({ id, search, revision, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation(['wallet', 'shell']);
  const generation = useLineGeneration(id, search);
  const type = historyTypes.find((candidate) => candidate === generation?.medium);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('receipt.title')}
      closeLabel={t('shell:close')}
      footer={
        generation && type && !generation.is_deleted ? (
          <Link
            to="/creator/history/$type"
            params={{ type }}
            search={{ search: generation.prompt }}
            className={buttonLook('secondary', 'sm')}
          >
            {t('receipt.history')}
          </Link>
        ) : undefined
      }
    >
      <ReceiptSection generationId={id} revision={revision} />
    </Dialog>
  );
}
