import { useEffect } from 'react';
import { useAccount } from '#product/account/account-store.ts';

/** Follows the submissions of the signed-in user that were not sent, for a page that shows submissions. */
export function useUnsentSubmissions(): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => {
    if (userId === undefined) return;
    let stop: (() => void) | undefined;
    let isWanted = true;
    const follow = async () => {
      const { followUnsent } = await import('./unsent-submissions.ts');
      if (isWanted) stop = followUnsent();
    };
    follow().catch((error: unknown) => console.warn('What was not sent could not be read', error));
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [userId]);
}
