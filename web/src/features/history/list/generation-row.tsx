import type { PublicGeneration } from '@atelier/contract';
import type { MouseEvent } from 'react';
import { writeGenerationView } from '#product/generation/actions/generation-address.ts';
import { classNames } from '#ui/class-names.ts';

type TitleLinkProps = {
  id: PublicGeneration['id'];
  /** Leaves presses with modifier keys to the list; by default they open a tab or a window, as with any link. */
  takesKeys?: boolean;
  onOpen: (event: MouseEvent) => void;
  className: string;
  tabIndex?: number;
  children: string;
};

/** A title that opens its generation wherever the surrounding `relative` box is pressed, in a new tab too. */
export function TitleLink({ id, takesKeys = false, onOpen, className, tabIndex, children }: TitleLinkProps) {
  return (
    <a
      href={`?view=${writeGenerationView({ id })}`}
      dir="auto"
      title={children}
      draggable={false}
      onClick={(event) => {
        if (!takesKeys && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
        event.preventDefault();
        onOpen(event);
      }}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      className={classNames(
        'block w-full text-start wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text',
        className,
      )}
    >
      {children}
    </a>
  );
}
