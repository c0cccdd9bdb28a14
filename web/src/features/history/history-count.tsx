import type { RefObject } from 'react';

type HistoryCountProps = {
  /** Takes the focus when the row that had it is gone. */
  ref: RefObject<HTMLParagraphElement | null>;
  text: string | null;
};

/** How many records there are; also tells of it when the number changes. */
export function HistoryCount({ ref, text }: HistoryCountProps) {
  return (
    <p ref={ref} tabIndex={-1} role="status" className="px-3 pt-2 text-sm text-ink-faint outline-none">
      {text}
    </p>
  );
}
