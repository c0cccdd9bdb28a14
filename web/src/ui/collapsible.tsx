import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useRef } from 'react';

type CollapsibleProps = {
  title: ReactNode;
  /** Set when something inside differs from the default: the accessible name of a dot beside the title. */
  dotLabel?: string;
  /** Opens it when this becomes true; only the user closes it. */
  opensWhen?: boolean;
  /** Opening it by hand brings it into sight. */
  scrollsIntoView?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

export function Collapsible(props: CollapsibleProps) {
  const { title, dotLabel, opensWhen = false, scrollsIntoView, onToggle, children } = props;
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opensWhen && ref.current) ref.current.open = true;
  }, [opensWhen]);
  return (
    <details
      ref={ref}
      className="group/fold"
      onToggle={({ currentTarget: details }) => {
        if (scrollsIntoView && details.open && !opensWhen) details.scrollIntoView();
        onToggle?.(details.open);
      }}
    >
      <summary className="flex min-h-10 pointer-coarse:min-h-11 list-none items-center gap-2 rounded-sm text-sm font-medium text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="transition-transform duration-150 group-open/fold:rotate-90"
        />
        {title}
        {dotLabel ? (
          <span role="img" aria-label={dotLabel} className="size-2 rounded-full bg-accent-text" />
        ) : null}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
