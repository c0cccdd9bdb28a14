import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';

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

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog element has it
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      className={className}
      onClose={(event: SyntheticEvent) => event.target === ref.current && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      {children}
    </dialog>
  );
}
