import type { ComponentProps, ComponentType } from 'react';
import { Button } from '#ui/button.tsx';

type ToolButtonProps = ComponentProps<typeof Button> & { icon: ComponentType<{ size: number }> };

/** A button in the foot of the prompt. */
export function ToolButton({ icon: Icon, children, ...rest }: ToolButtonProps) {
  return (
    <Button size="sm" variant="ghost" className="px-2! pointer-coarse:min-h-11" {...rest}>
      <Icon size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
