import type { CreditsChanged, UserInfo } from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { readCookie, removeCookie } from '#lib/cookies.ts';
import { createStore, useStore } from '#lib/store.ts';
import { fetchUserInfo } from '#product/api/account.ts';
import { dropKept, ownKept, visitor } from '#product/kept/kept.ts';

export type Account =
  | { status: 'loading'; info: undefined }
  | { status: 'anonymous'; info: undefined }
  /** Account closed by its owner, who is signed in and may keep it until it is erased. */
  | { status: 'closed'; info: undefined; erasesAt: string }
  | { status: 'signed-in'; info: UserInfo };

const anonymous: Account = { status: 'anonymous', info: undefined };

/** The signed-in user and their credits. */
export const accountStore = createStore<Account>({ status: 'loading', info: undefined });

// Must be the first listener: stored entries are assigned to the account before anything shows them.
accountStore.subscribe(() => {
  const { status, info } = accountStore.get();
  ownKept(status === 'anonymous' ? visitor : info?.user.id);
  if (status === 'closed') dropKept();
});

export function useAccount(): Account {
  return useStore(accountStore);
}

/** Whether the last attempt to read the account failed. */
export const accountFailure = createStore(false);

const retryMs = 5_000;
let retry: ReturnType<typeof setTimeout> | undefined;
/** Hint of the session at the last read of the account. */
let readWith: string | undefined;

/**
 * Reads the account again. A failure says nothing about who is signed in: the last known account stays, and before the
 * first reply the read is repeated until there is one.
 */
export async function refreshAccount(): Promise<void> {
  clearTimeout(retry);
  readWith = readSignedInHint();
  try {
    const fetched = readWith === undefined ? undefined : await fetchUserInfo();
    if (fetched === null && (await hasSignedInAgain())) return await refreshAccount();
    accountStore.set(fetched ? { status: 'signed-in', info: withNewerCredits(fetched) } : anonymous);
    accountFailure.set(false);
  } catch (error) {
    if (showClosed(error)) return;
    accountFailure.set(true);
    if (accountStore.get().status === 'loading') retry = setTimeout(() => void refreshAccount(), retryMs);
    console.warn('The account could not be read', error);
  }
}

/** Longest delay between the end of a session and the cookies of the sign-in in another tab that replaces it. */
const newCookiesMs = 1_500;

/**
 * Checks, after the server found no session, whether the browser has signed in again in another tab, or does so within a
 * moment. Otherwise removes the hint; the server keeps it, because it cannot know to which session it belongs.
 */
async function hasSignedInAgain(): Promise<boolean> {
  const ended = readWith;
  const givesUpAt = performance.now() + newCookiesMs;
  while (readSignedInHint() === ended && performance.now() < givesUpAt)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (readSignedInHint() !== ended) return readSignedInHint() !== undefined;
  removeCookie('signed-in');
  return false;
}

/**
 * Reads the account again when the browser has signed in or out since: in another tab, or before the browser restored
 * this page from its cache.
 */
export function watchSignedInHint(): void {
  const follow = () => {
    if (readSignedInHint() !== readWith && accountStore.get().status !== 'loading') void refreshAccount();
  };
  addEventListener('pageshow', follow);
  addEventListener('storage', follow);
  document.addEventListener('visibilitychange', follow);
}

/** Reads the hint that the server sets beside its session cookie, a new one for each sign-in; absent when signed out. */
export function readSignedInHint(): string | undefined {
  return readCookie('signed-in');
}

/** Shows the account as closed if the error says so, whichever call was refused. Returns whether it did. */
export function showClosed(error: unknown): boolean {
  const erasesAt = error instanceof ApiError && error.code === 'account_closed' && error.reply.erased_at;
  if (typeof erasesAt !== 'string') return false;
  accountStore.set({ status: 'closed', info: undefined, erasesAt });
  accountFailure.set(false);
  return true;
}

/** Applies a `credits:changed` event, unless a newer balance is already known. */
export function applyCreditsChange({ has_ever_paid, ...credits }: CreditsChanged): void {
  const { info } = accountStore.get();
  if (!info || credits.revision <= info.credits.revision) return;
  accountStore.set({ status: 'signed-in', info: { ...info, credits, has_ever_paid } });
}

/** An event can arrive before a reply that was sent earlier. */
function withNewerCredits(fetched: UserInfo): UserInfo {
  const { info } = accountStore.get();
  const isOvertaken = info?.user.id === fetched.user.id && info.credits.revision > fetched.credits.revision;
  return isOvertaken ? { ...fetched, credits: info.credits, has_ever_paid: info.has_ever_paid } : fetched;
}
