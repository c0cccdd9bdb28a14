import type { PublicTakeOut } from '@atelier/contract';
import { createStore } from '#lib/store.ts';

/** The archive of the last `take-out:changed` event. Only the account page subscribes. */
export const takeOutEvents = createStore<PublicTakeOut | undefined>(undefined);
