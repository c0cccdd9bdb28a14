import type { CreditsChanged, UserInfo } from '@atelier/contract';
import { fetchUserInfo } from '#lib/api/account.ts';
import { readCookie } from '#lib/cookies.ts';
import { createStore, useStore } from '#lib/store.ts';

export type Account =
  | { status: 'loading'; info: undefined }
  | { status: 'anonymous'; info: undefined }
  | { status: 'signed-in'; info: UserInfo };

const anonymous: Account = { status: 'anonymous', info: undefined };

/** The signed-in user and their credits. */
export const accountStore = createStore<Account>({ status: 'loading', info: undefined });

export function useAccount(): Account {
  return useStore(accountStore);
}

/** Reads the account again. On failure the last known account stays; before the first reply that is signed out. */
export async function refreshAccount(): Promise<void> {
  try {
    // The server sets this beside its session cookie; without it the user is signed out.
    const fetched = readCookie('signed-in') === undefined ? undefined : await fetchUserInfo();
    accountStore.set(fetched ? { status: 'signed-in', info: withNewerCredits(fetched) } : anonymous);
  } catch (error) {
    if (accountStore.get().status === 'loading') accountStore.set(anonymous);
    console.warn('The account could not be read', error);
  }
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
