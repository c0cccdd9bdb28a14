import type { Receipt } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { saveTextFile } from '#lib/save-file.ts';
import { useRead } from '#lib/use-read.ts';
import { fetchReceipt } from '#product/api/generations.ts';
import { CopyText } from '#product/copyable.tsx';
import { Button } from '#ui/button.tsx';
import { type ReceiptRow, ReceiptRows, useReceiptRows } from './receipt-rows.tsx';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';

export type ReceiptPanelProps = {
  generationId: string;
  /** Revision of the generation or of the account: the receipt is read again when it changes. */
  revision: number;
};

/** Receipt of a generation: its price, the credits held, charged and released, and the times. */
export function ReceiptPanel({ generationId, revision }: ReceiptPanelProps) {
  const { t } = useTranslation(['ledger', 'shell']);
  const {
    reply: receipt,
    isFailed,
    readAgain,
  } = useRead(`${generationId} ${revision}`, (signal) => fetchReceipt(generationId, signal));
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
      <h4 className="mt-4 mb-1.5 text-sm font-medium text-ink">{t('receipt.generation')}</h4>
      <ReceiptRows rows={generation} />
      {receipt.proof ? <ReceiptProof receipt={receipt} madeAt={receipt.proof.time} /> : null}
    </section>
  );
}

type Outcome = 'verifying' | 'verified' | 'unreachable' | { problem: string };

/** The checkpoint that includes the lines: verified in this browser, or as a file for later. */
function ReceiptProof({ receipt, madeAt }: { receipt: Receipt; madeAt: string }) {
  const { t, i18n } = useTranslation('ledger');
  const [outcome, setOutcome] = useState<Outcome>();
  const text = JSON.stringify(receipt);
  const verify = async () => {
    setOutcome('verifying');
    setOutcome(await readOutcome(text));
  };
  return (
    <>
      <h4 className="mt-4 mb-1.5 text-sm font-medium text-ink">{t('receipt.proof')}</h4>
      <p className="text-sm text-ink-soft">
        {t('receipt.checkpoint', { date: formatDate(madeAt, i18n.language) })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabled={outcome === 'verifying'} onClick={() => void verify()}>
          {t('receipt.verify')}
        </Button>
        <Button
          size="sm"
          onClick={() => saveTextFile(`receipt-${receipt.generation_id}.json`, text, 'application/json')}
        >
          {t('receipt.download')}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-ink">
        {typeof outcome === 'object'
          ? t('receipt.outcomes.refused', outcome)
          : outcome && t(`receipt.outcomes.${outcome}`)}
      </p>
    </>
  );
}

async function readOutcome(text: string): Promise<Outcome> {
  try {
    const { verifyHere } = await import('./verify-here.ts');
    const { verdict } = await verifyHere(text);
    return verdict.ok ? 'verified' : verdict;
  } catch (error) {
    console.warn('The keys or the log could not be read', error);
    return 'unreachable';
  }
}

function toLine({ label, value, note }: ReceiptRow): string {
  return note ? `${label}: ${value} (${note})` : `${label}: ${value}`;
}
