import X from 'lucide-react/icons/x';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';

type ModalProps = {
  isOpen: boolean;
  onClose: () => void;
  labelledBy: string;
  className: string;
  children: ReactNode;
};

/**
 * The browser's own modal dialog: it traps focus, closes on Escape, gives focus back and lies above everything.
 * A press on the backdrop closes it too. Focus starts at what bears `data-autofocus`, else at the first control.
 */
export function Modal({ isOpen, onClose, labelledBy, className, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the page: a dialog that is only taken away gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog.close();
  }, [isOpen]);

  /** Not for the end of a menu inside, nor for that of an earlier opening. */
  const isOwnEnd = (event: SyntheticEvent) => event.target === ref.current && !ref.current?.open;

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog element has it
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      className={className}
      onClose={(event) => isOwnEnd(event) && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      {children}
    </dialog>
  );
}

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
