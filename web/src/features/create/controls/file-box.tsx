import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

/** The place of a file: wide for the one file of a field, square among several. */
export function FileBox({ isSmall, children }: { isSmall: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-md bg-stage',
        isSmall ? 'aspect-square' : 'aspect-video max-h-40 w-full',
      )}
    >
      {children}
    </div>
  );
}
