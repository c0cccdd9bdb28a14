import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type SortOrder = 'ascending' | 'descending';

type SortButtonProps = {
  /** None while another column sorts. */
  order: SortOrder | undefined;
  onPress: () => void;
  children: ReactNode;
};

/** The head of a column that sorts; its cell has `aria-sort`. */
export function SortButton({ order, onPress, children }: SortButtonProps) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-9 max-w-full items-center gap-1 hover:text-ink pointer-coarse:min-h-11',
        order && 'text-ink',
      )}
    >
      {children}
      {order ? <Arrow size={12} aria-hidden="true" className="shrink-0" /> : null}
    </button>
  );
}
