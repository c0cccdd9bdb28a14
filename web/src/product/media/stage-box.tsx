import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

type StageBoxProps = {
  /** Whether the box is as high on a phone as what it shows. */
  isFlowing?: boolean;
  children: ReactNode;
};

/** The box of a stage, which scrolls what has no room in it. */
export function StageBox({ isFlowing = false, children }: StageBoxProps) {
  return (
    <div
      data-stage
      className={classNames(
        'grid overflow-auto',
        // The arrows to the works before and after stand beside it.
        isFlowing ? 'relative min-h-full md:absolute md:inset-0 md:px-8' : 'absolute inset-0',
      )}
    >
      {children}
    </div>
  );
}
