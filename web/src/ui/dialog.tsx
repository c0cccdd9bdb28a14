import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** `wide` is for media; `search` is at the top on a phone too, above its keyboard. */
  width?: 'narrow' | 'wide' | 'search';
  /** Picture above the title, over the whole width. */
  picture?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/**
 * A modal with a title, a scrollable body and a row of actions; on a phone it is at the bottom. Its top is fixed, so that it
 * does not move while its content grows; a wide one, whose content does not, is in the middle.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  width = 'narrow',
  picture,
  children,
  footer,
}: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      labelledBy={titleId}
      className={classNames(
        'm-auto max-h-[min(90dvh,60rem)] w-full animate-arrive overflow-hidden bg-surface p-0 shadow-float',
        'max-sm:max-w-full sm:w-[calc(100%-2rem)] sm:rounded-xl',
        width === 'search' ? 'mt-0 max-sm:rounded-b-xl' : 'max-sm:mb-0 max-sm:rounded-t-xl',
        width === 'wide' ? 'sm:max-w-5xl' : 'max-h-[80dvh]! sm:mt-[12vh]',
        width === 'narrow' ? 'sm:max-w-md' : width === 'search' && 'sm:max-w-xl',
      )}
    >
      <div className="flex max-h-[inherit] flex-col">
        {picture}
        <div className="flex items-start gap-4 p-5 pb-3">
          <h2 id={titleId} className="flex-1 py-1 text-lg font-semibold text-balance">
            {title}
          </h2>
          <IconButton
            label={closeLabel}
            isSmall
            tooltipSide="left"
            onClick={onClose}
            className="-mr-1 pointer-coarse:size-11"
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <div className="overflow-y-auto px-5 pt-1 pb-5 text-ink-soft">{children}</div>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">{footer}</div>
        ) : null}
      </div>
    </Modal>
  );
}
