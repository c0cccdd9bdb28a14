import type Star from 'lucide-react/icons/star';
import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

/** A button of the bar: below its icon where there is little room, else beside it. */
export const barClasses =
  'min-h-14! flex-1 flex-col gap-1! px-1! text-xs! lg:min-h-10! lg:flex-none lg:flex-row lg:gap-2! lg:px-2.5! lg:text-sm!';

type FaceProps = { Icon: typeof Star; label: string; isFilled?: boolean; shortcut?: string };

export function Face({ Icon, label, isFilled, shortcut }: FaceProps) {
  return (
    <>
      <Icon size={18} aria-hidden="true" className={isFilled ? 'fill-current text-warn-text' : undefined} />
      {label}
      {shortcut && shortcut.length === 1 ? (
        <span aria-hidden="true" className="text-xs text-ink-faint max-[85rem]:hidden">
          {shortcut}
        </span>
      ) : null}
    </>
  );
}

/** `isHidden`: where the bar has room for few, it is in the menu. */
type BarButtonProps = Omit<FaceProps, 'shortcut'> &
  Omit<ComponentProps<typeof Button>, 'children'> & { shortcut: string; isHidden?: boolean };

export function BarButton({
  Icon,
  label,
  isFilled,
  shortcut,
  isHidden,
  className,
  ...button
}: BarButtonProps) {
  return (
    <Button
      variant="ghost"
      {...button}
      aria-keyshortcuts={shortcut}
      className={classNames(barClasses, isHidden && 'max-lg:hidden', className)}
    >
      <Face Icon={Icon} label={label} isFilled={isFilled} shortcut={shortcut} />
    </Button>
  );
}
