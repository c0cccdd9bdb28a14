import { lazy, Suspense, useState } from 'react';
import { loadWords } from '#lib/i18n/i18n.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import type { ReceiptPanelProps } from './receipt-panel.tsx';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';

const ReceiptPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./receipt-panel.tsx'), loadWords('ledger', 'messages')]);
  return { default: panel.ReceiptPanel };
});

/** The receipt of a record, for any page: its code and words come with the first one. */
export function ReceiptSection(props: ReceiptPanelProps) {
  return (
    <Suspense fallback={<ReceiptSkeleton />}>
      <ReceiptPanel {...props} />
    </Suspense>
  );
}

/** A receipt where many records stand below each other: read when it is opened. */
export function ReceiptFold({ title, ...receipt }: ReceiptPanelProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Collapsible title={title} onToggle={setOpen}>
      {isOpen ? <ReceiptSection {...receipt} /> : null}
    </Collapsible>
  );
}
