import { openUnlessLeaving } from '#lib/navigation/leaving.ts';
import { leaveKept, leaveKeptUnsaved } from '#product/kept/kept.ts';

/** Parameter of the address, because a sign-out clears the browser's storage at about the same time. */
const endedQuery = 'signed-out';
let isOnPurpose = false;

/**
 * Runs a call by which the user ends the session of this page. What comes next is up to the caller: the connection, which
 * ends with the session, then does not leave the page.
 */
export async function endOnPurpose<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  isOnPurpose = true;
  try {
    return await call();
  } catch (error) {
    isOnPurpose = false;
    throw error;
  }
}

/** Loads the start page, so that nothing of the user stays in memory or in the browser's storage. */
export function leaveSignedOut(): void {
  leaveKept();
  window.location.assign('/');
}

/**
 * The same for a session that was ended elsewhere, but for unsaved work; the start page then says so. A page that the
 * user has asked for already comes first: it may be the sign-in that ended the session.
 */
export function leaveEnded(): void {
  openUnlessLeaving(() => {
    if (isOnPurpose) return;
    leaveKeptUnsaved();
    window.location.assign(`/?${endedQuery}`);
  });
}

/** Whether the page before this one was left because its session was ended elsewhere. True once. */
export function takeEnded(): boolean {
  const hasEnded = new URLSearchParams(window.location.search).has(endedQuery);
  if (hasEnded) window.history.replaceState(window.history.state, '', window.location.pathname);
  return hasEnded;
}
