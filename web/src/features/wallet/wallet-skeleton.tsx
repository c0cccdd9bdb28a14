import { Skeleton } from '#ui/skeleton.tsx';

const figures = ['available', 'held', 'month', 'spent'];
const lines = Array.from({ length: 6 }, (_, index) => `line-${index}`);

/** Boxes of the size of what comes, so that nothing moves then. */
export function WalletSkeleton() {
  return (
    <div aria-hidden="true" className="mt-8">
      <div className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-4">
        {figures.map((figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <Skeleton className="mt-12 h-40" />
      <div className="mt-12 grid gap-3">
        {lines.map((line) => (
          <Skeleton key={line} className="h-14" />
        ))}
      </div>
    </div>
  );
}
