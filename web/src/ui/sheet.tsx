import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

type SheetProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
};

/** A modal panel at the left edge, 20rem wide. Its title is for assistive technology only. */
export function Sheet({ isOpen, onClose, title, closeLabel, children }: SheetProps) {
  const titleId = useId();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      labelledBy={titleId}
      className="m-0 h-dvh max-h-dvh w-80 max-w-[calc(100%-3rem)] bg-surface p-0 shadow-float"
    >
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      <IconButton label={closeLabel} onClick={onClose} className="absolute! top-2 right-2">
        <X size={18} aria-hidden="true" />
      </IconButton>
      {children}
    </Modal>
  );
}
