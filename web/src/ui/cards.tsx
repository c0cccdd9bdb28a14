import { Skeleton } from './skeleton.tsx';

/** Classes of a list of cards with pictures: as many columns as the page has room for. */
export const cardsClassName =
  'grid grid-cols-1 gap-x-5 gap-y-7 min-[26rem]:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

const places = Array.from({ length: 6 }, (_, index) => `place-${index}`);

export function CardsSkeleton() {
  return (
    <div className={cardsClassName}>
      {places.map((place) => (
        <Skeleton key={place} className="aspect-4/3 rounded-lg" />
      ))}
    </div>
  );
}
