import type { PublicPurchase } from '@atelier/contract';
import { createStore } from '#lib/store.ts';

/** The purchase of the last `purchase:changed` event. Only the page that waits for a payment subscribes. */
export const purchaseEvents = createStore<PublicPurchase | undefined>(undefined);
