import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#ui/modal.tsx';
import { useSwipe } from '#ui/swipe/use-swipe.ts';

type ViewerSheetProps = { title: string; onClose: () => void; children: ReactNode };

/** A sheet at the lower edge of a phone. A pull at its handle closes it, as a press on the handle does. */
export function ViewerSheet({ title, onClose, children }: ViewerSheetProps) {
  const { t } = useTranslation('viewer');
  const titleId = useId();
  const sheetRef = useRef<HTMLDivElement>(null);
  const draw = (px: number) => {
    if (sheetRef.current) sheetRef.current.style.translate = px === 0 ? '' : `0 ${px}px`;
  };
  useSwipe(sheetRef, {
    hasNext: () => false,
    onAcross: () => undefined,
    onPull: ({ y }) => draw(y),
    onEnd: (outcome) => (outcome === 'close' ? onClose() : draw(0)),
    onDoubleTap: () => undefined,
    onHold: () => undefined,
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      labelledBy={titleId}
      className="m-0 mt-auto max-h-[80dvh] w-screen max-w-none animate-arrive overflow-y-auto rounded-t-xl bg-surface p-0 text-ink shadow-float"
    >
      <div ref={sheetRef} className="grid gap-1 px-4 pb-4">
        <h2 id={titleId} className="sr-only">
          {title}
        </h2>
        <button
          type="button"
          data-handle
          aria-label={t('closeSheet')}
          onClick={onClose}
          className="mx-auto grid h-11 w-24 touch-none place-items-center"
        >
          <span className="h-1 w-9 rounded-full bg-line-strong" />
        </button>
        {children}
      </div>
    </Modal>
  );
}

/** Classes of a row of a sheet. */
export const sheetRow =
  'flex min-h-12 w-full items-center gap-4 rounded-md px-1.5 text-left text-base font-medium text-ink hover:bg-hover aria-busy:opacity-80';
