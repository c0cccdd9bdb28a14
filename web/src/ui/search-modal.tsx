import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

type SearchModalProps = {
  /** Read out, not drawn: the field says what is here. */
  title: string;
  label: string;
  closeLabel: string;
  onClose: () => void;
  text: string;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Ids of the list below the field and of the entry that Enter takes. */
  listId: string;
  activeId: string | undefined;
  /** `list` is 54 by 32 rem, `sheet` 64 by 46 rem, as far as the window has room. */
  size: 'list' | 'sheet';
  children: ReactNode;
};

const sizes = {
  list: 'h-128 sm:mt-[12vh] sm:max-h-[80dvh] sm:max-w-216',
  sheet: 'h-184 sm:max-h-[calc(100dvh-3rem)] sm:max-w-5xl',
};

/**
 * A modal that begins with a search field, which has the focus and the keys of its list. On a phone it
 * fills the window, and its head is pulled down to close it.
 */
export function SearchModal({
  title,
  label,
  closeLabel,
  onClose,
  size,
  children,
  ...field
}: SearchModalProps) {
  const { text, onText, onKeyDown, listId, activeId } = field;
  const titleId = useId();
  const pullDown = usePullDown(onClose);
  return (
    <Modal
      isOpen
      onClose={onClose}
      labelledBy={titleId}
      className={classNames(
        'm-auto w-full animate-arrive overflow-hidden bg-surface p-0 shadow-float sm:w-[calc(100%-2rem)] sm:rounded-xl',
        'max-sm:mb-0 max-sm:h-[calc(100dvh-1.5rem)] max-sm:max-h-none max-sm:max-w-full max-sm:rounded-t-xl',
        sizes[size],
      )}
    >
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      <div className="flex h-full flex-col">
        <div {...pullDown} className="shrink-0 border-b border-line max-sm:touch-none">
          <span
            aria-hidden="true"
            className="mx-auto mt-2 block h-1 w-10 rounded-full bg-line-strong sm:hidden"
          />
          <div className="flex h-12 items-center gap-3 px-4">
            <Search size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
            <input
              data-autofocus
              role="combobox"
              type="text"
              dir="auto"
              aria-label={label}
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={activeId}
              placeholder={label}
              value={text}
              onChange={({ target }) => onText(target.value)}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-input text-ink outline-none placeholder:text-ink-faint"
            />
            <IconButton
              label={closeLabel}
              isSmall
              tooltipSide="left"
              onClick={onClose}
              className="pointer-coarse:size-11"
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        {children}
      </div>
    </Modal>
  );
}

/** How far a finger pulls what it closes, in pixels. */
const closingPx = 80;

/** Handlers of the head of a dialog that a finger pulls down to close; short of that, the dialog returns. */
function usePullDown(onClose: () => void) {
  const from = useRef<number>(undefined);
  const pull = (event: PointerEvent<HTMLElement>, byPx: number) => {
    const dialog = event.currentTarget.closest('dialog');
    if (dialog) dialog.style.translate = byPx > 0 ? `0 ${byPx}px` : '';
  };
  const findPulled = ({ clientY }: PointerEvent) =>
    from.current === undefined ? 0 : Math.max(0, clientY - from.current);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.pointerType === 'touch' && event.isPrimary ? event.clientY : undefined;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => pull(event, findPulled(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isClosing = findPulled(event) >= closingPx;
      from.current = undefined;
      if (isClosing) onClose();
      else pull(event, 0);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      from.current = undefined;
      pull(event, 0);
    },
  };
}
