import type { CreditsChanged, UserInfo } from '@atelier/contract';
import { fetchUserInfo } from '#lib/api/account.ts';
import { readCookie } from '#lib/cookies.ts';
import { createStore, useStore } from '#lib/store.ts';

export type { Account } from './account-store.ts';

export function useAccount(): Account {
  return useStore(accountStore);
}

export type Account =
  | { status: 'loading'; info: undefined }
  | { status: 'anonymous'; info: undefined }
  | { status: 'signed-in'; info: UserInfo };

const anonymous: Account = { status: 'anonymous', info: undefined };

/** Who is here and what they have. */
export const accountStore = createStore<Account>({ status: 'loading', info: undefined });

/** Reads the account again. When it cannot be read, what was known stays; at the beginning that is nobody. */
export async function refreshAccount(): Promise<void> {
  try {
    // The server sets this beside its session cookie; without it there is nobody to ask about.
    const fetched = readCookie('signed-in') === undefined ? undefined : await fetchUserInfo();
    accountStore.set(fetched ? { status: 'signed-in', info: withNewerCredits(fetched) } : anonymous);
  } catch (error) {
    if (accountStore.get().status === 'loading') accountStore.set(anonymous);
    console.warn('The account could not be read', error);
  }
}

/** Takes over the balance of a `credits:changed` event, unless a newer one is known already. */
export function applyCreditsChange({ has_ever_paid, ...credits }: CreditsChanged): void {
  const { info } = accountStore.get();
  if (!info || credits.revision <= info.credits.revision) return;
  accountStore.set({ status: 'signed-in', info: { ...info, credits, has_ever_paid } });
}

/** An event may have overtaken the answer that was on its way. */
function withNewerCredits(fetched: UserInfo): UserInfo {
  const { info } = accountStore.get();
  const isOvertaken = info?.user.id === fetched.user.id && info.credits.revision > fetched.credits.revision;
  return isOvertaken ? { ...fetched, credits: info.credits, has_ever_paid: info.has_ever_paid } : fetched;
}
