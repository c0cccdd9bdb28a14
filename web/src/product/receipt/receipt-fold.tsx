import { useState } from 'react';
import { Collapsible } from '#ui/collapsible.tsx';
import type { ReceiptPanelProps } from './receipt-panel.tsx';
import { ReceiptSection } from './receipt-section.tsx';

/** A receipt where many records stand below each other: read when it is opened. */
export function ReceiptFold({ title, ...receipt }: ReceiptPanelProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Collapsible title={title} onToggle={setOpen}>
      {isOpen ? <ReceiptSection {...receipt} /> : null}
    </Collapsible>
  );
}
