import { useStore } from '#lib/store.ts';
import { type Account, accountStore } from './account-store.ts';

export type { Account } from './account-store.ts';

export function useAccount(): Account {
  return useStore(accountStore);
}
