import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

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
