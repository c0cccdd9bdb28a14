import type { Receipt } from '@atelier/contract';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchReceipt } from '#lib/api/generations.ts';
import { CopyText } from '#product/copyable.tsx';
import { Button } from '#ui/button.tsx';
import { type ReceiptRow, ReceiptRows, useReceiptRows } from './receipt-rows.tsx';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';

export type ReceiptPanelProps = {
  generationId: string;
  /** Of the generation or of the account: the receipt is read again when it changes. */
  revision: number;
};

/** What a generation was priced at, what was held, charged and released, and when. */
export function ReceiptPanel({ generationId, revision }: ReceiptPanelProps) {
  const { t } = useTranslation(['ledger', 'shell']);
  const { receipt, isFailed, readAgain } = useReceipt(generationId, revision);
  if (receipt) return <ReadReceipt receipt={receipt} />;
  if (!isFailed) return <ReceiptSkeleton />;
  return (
    <div role="alert" className="flex items-center justify-between gap-4 text-sm">
      <p>{t('shell:failed')}</p>
      <Button size="sm" onClick={readAgain}>
        {t('shell:retry')}
      </Button>
    </div>
  );
}

function ReadReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('ledger');
  const { price, sums, movements, generation } = useReceiptRows(receipt);
  const text = [...price, ...sums, ...movements, ...generation].map(toLine).join('\n');
  return (
    <section>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">{t('receipt.title')}</h3>
        <CopyText text={text} label={t('receipt.copy')} />
      </div>
      <ReceiptRows rows={price} />
      {receipt.estimate.parts ? null : (
        <p className="mt-1 text-xs text-ink-faint">{t('receipt.unknownParts')}</p>
      )}
      <ReceiptRows rows={sums} isSum />
      <h4 className="mt-4 mb-1.5 text-sm font-medium text-ink">{t('receipt.movements')}</h4>
      <ReceiptRows rows={movements} />
      <h4 className="mt-4 mb-1.5 text-sm font-medium text-ink">{t('receipt.record')}</h4>
      <ReceiptRows rows={generation} />
    </section>
  );
}

function toLine({ label, value, note }: ReceiptRow): string {
  return note ? `${label}: ${value} (${note})` : `${label}: ${value}`;
}

type LoadedReceipt = {
  /** Kept while it is read again. */
  receipt: Receipt | undefined;
  isFailed: boolean;
  readAgain: () => void;
};

/** Without TanStack Query, since the pages that create generations show receipts and do not load it. */
function useReceipt(generationId: string, revision: number): LoadedReceipt {
  const [receipt, setReceipt] = useState<Receipt>();
  const [isFailed, setFailed] = useState(false);

  const read = useCallback(
    async (signal?: AbortSignal) => {
      setFailed(false);
      try {
        setReceipt(await fetchReceipt(generationId, signal));
      } catch (error) {
        if (signal?.aborted) return;
        console.warn('The receipt could not be read', error);
        setFailed(true);
      }
    },
    [generationId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means that the receipt is out of date
  useEffect(() => {
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [read, revision]);

  return { receipt, isFailed, readAgain: () => void read() };
}
