import { classNames } from './class-names.ts';

/** A grey box in place of loading content. Size it with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('shimmer rounded-md bg-raised', className)} />;
}
