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
 * The browser's modal dialog: it traps and returns the focus, closes on Escape and is above everything. A click on the
 * backdrop closes it too. The focus starts at the element with `data-autofocus`, else at the first control.
 */
export function Modal({ isOpen, onClose, labelledBy, className, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  // A dialog that is removed from the page without being closed does not return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog.close();
  }, [isOpen]);

  /** Ignores the close events of a menu inside and of an earlier opening. */
  const isOwnClose = (event: SyntheticEvent) => event.target === ref.current && !ref.current?.open;

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element closes on Escape, which is the keyboard equivalent
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      className={className}
      onClose={(event) => isOwnClose(event) && onClose()}
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

/** A modal panel from the lower edge, up to almost the whole window. */
export function Sheet({ isOpen, onClose, title, closeLabel, children }: SheetProps) {
  const titleId = useId();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      labelledBy={titleId}
      className="m-0 mt-auto max-h-[calc(100dvh-1.75rem)] w-full max-w-full animate-arrive overflow-hidden rounded-t-xl bg-surface p-0 pb-[env(safe-area-inset-bottom)] shadow-float"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center px-4 pt-3 pb-2">
          <h2 id={titleId} className="flex-1 text-lg font-semibold">
            {title}
          </h2>
          <IconButton label={closeLabel} tooltipSide="left" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
    </Modal>
  );
}
