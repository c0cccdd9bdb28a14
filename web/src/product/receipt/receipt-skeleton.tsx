import { Skeleton } from '#ui/skeleton.tsx';

const rows = ['price', 'charged', 'held', 'settled', 'created', 'finished', 'id', 'provider'];

/** Skeleton about as tall as most receipts, so that little moves when one arrives. */
export function ReceiptSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2.5">
      <Skeleton className="h-5 w-24" />
      {rows.map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}
