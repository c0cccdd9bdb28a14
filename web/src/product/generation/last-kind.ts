import { useEffect } from 'react';

let lastKindId: string | undefined;

/** Remembers what the shown form makes, for pages that follow it, such as the prices. */
export function useAsLastKind(kindId: string): void {
  useEffect(() => {
    lastKindId = kindId;
  }, [kindId]);
}

/** The kind of the form that was shown last since the page was loaded. */
export function readLastKind(): string | undefined {
  return lastKindId;
}
