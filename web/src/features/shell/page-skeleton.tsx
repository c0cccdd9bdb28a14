import { Skeleton } from '#ui/skeleton.tsx';

/** Stands where a page will be while its code is on the way. */
export function PageSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 p-4 sm:p-6">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="mt-4 h-36 w-full max-w-md" />
      <Skeleton className="h-20 w-full max-w-md" />
    </div>
  );
}
