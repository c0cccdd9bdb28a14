import { classNames } from './class-names.ts';

/** A grey box in the place of what is being loaded. Size it with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('shimmer rounded-md bg-raised', className)} />;
}
