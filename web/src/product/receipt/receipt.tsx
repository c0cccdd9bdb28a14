import { Suspense, useState } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import type { ReceiptPanelProps } from './receipt-panel.tsx';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';

const ReceiptPanel = lazyPart(async () => {
  const [panel] = await Promise.all([import('./receipt-panel.tsx'), loadMessages('ledger', 'messages')]);
  return panel.ReceiptPanel;
});

/** The receipt of a generation. Its code and messages load with the first one shown. */
export function ReceiptSection(props: ReceiptPanelProps) {
  return (
    <Suspense fallback={<ReceiptSkeleton />}>
      <ReceiptPanel {...props} />
    </Suspense>
  );
}

/** A receipt in a list of generations, read only once it is opened. */
export function ReceiptDisclosure({ title, ...receipt }: ReceiptPanelProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Collapsible title={title} onToggle={setOpen}>
      {isOpen ? <ReceiptSection {...receipt} /> : null}
    </Collapsible>
  );
}
