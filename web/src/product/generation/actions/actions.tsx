import type { PublicGeneration } from '@atelier/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ComponentType } from 'react';
import { Button, buttonVariants } from '#ui/button.tsx';
import { useRegenerateTarget } from './regenerate.ts';

type ActionProps = {
  label: string;
  /** The accessible name where the label alone is ambiguous; it has to start with the label. */
  name?: string;
  /** Makes it larger, and on a phone an icon alone, so that all actions fit in one row there. */
  isToolbar?: boolean;
  /** Shows the icon without the label. */
  isIcon?: boolean;
};

export function DownloadAction({
  url,
  fileName,
  ...action
}: ActionProps & { url: string; fileName: string }) {
  return (
    <a href={`${url}?own`} download={fileName} aria-label={action.name} className={composeClasses(action)}>
      <Face Icon={Download} {...action} />
    </a>
  );
}

/** Opens the form with every field of the generation filled in. */
export function RegenerateAction({ generation, ...action }: ActionProps & { generation: PublicGeneration }) {
  return <LinkAction {...action} Icon={RefreshCw} target={useRegenerateTarget(generation)} />;
}

type LinkActionProps = ActionProps & { Icon: Icon; target: Pick<LinkProps, 'to' | 'params' | 'search'> };

export function LinkAction({ Icon, target, ...action }: LinkActionProps) {
  return (
    <Link {...target} aria-label={action.name} className={composeClasses(action)}>
      <Face Icon={Icon} {...action} />
    </Link>
  );
}

type ButtonActionProps = ActionProps & { Icon: Icon; onClick: () => void; opensDialog?: boolean };

export function ButtonAction({ Icon, onClick, opensDialog = false, ...action }: ButtonActionProps) {
  return (
    <Button
      variant="ghost"
      {...chooseSize(action)}
      aria-label={action.name}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      <Face Icon={Icon} {...action} />
    </Button>
  );
}

type Icon = ComponentType<{ size: number; 'aria-hidden': 'true' }>;

function Face({ Icon, label, isToolbar, isIcon }: ActionProps & { Icon: Icon }) {
  return (
    <>
      <Icon size={isToolbar ? 18 : 16} aria-hidden="true" />
      <span className={isIcon ? 'sr-only' : isToolbar ? 'max-sm:sr-only' : undefined}>{label}</span>
    </>
  );
}

function chooseSize({ isToolbar, isIcon }: ActionProps): {
  size: 'md' | 'sm';
  className: string | undefined;
} {
  if (isToolbar && isIcon) return { size: 'md', className: 'px-2.5!' };
  return isToolbar
    ? { size: 'md', className: 'max-lg:gap-1.5 max-lg:px-1.5!' }
    : { size: 'sm', className: isIcon ? 'px-2!' : undefined };
}

function composeClasses(action: ActionProps): string {
  const { size, className } = chooseSize(action);
  return buttonVariants('ghost', size, className);
}
