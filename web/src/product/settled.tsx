import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryClient } from '#lib/query-client.ts';

type SettledProps = { skeleton: ReactNode; children: ReactNode };

/**
 * Several parts of a page that are read one by one and whose heights are not known before: invisible behind the skeleton
 * until all of them have been read or have failed, so that none moves another. Later changes are shown at once.
 */
export function Settled({ skeleton, children }: SettledProps) {
  return (
    <Suspense fallback={skeleton}>
      <Reading skeleton={skeleton}>{children}</Reading>
    </Suspense>
  );
}

function Reading({ skeleton, children }: SettledProps) {
  const [isSettled, setSettled] = useState(false);
  // The parts have begun to read: their effects run before this one.
  useEffect(() => {
    if (isSettled) return;
    const cache = queryClient.getQueryCache();
    const look = () => {
      const isReading = cache
        .getAll()
        .some(({ state }) => state.status === 'pending' && state.fetchStatus === 'fetching');
      if (!isReading) setSettled(true);
    };
    look();
    return cache.subscribe(look);
  }, [isSettled]);
  return (
    <div className="relative">
      {isSettled ? null : <div className="absolute inset-x-0 top-0">{skeleton}</div>}
      <div className={isSettled ? undefined : 'invisible'}>{children}</div>
    </div>
  );
}
