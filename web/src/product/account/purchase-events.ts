import type { PublicPurchase } from '@atelier/contract';
import { createStore } from '#lib/store.ts';

/** The purchase that the server told of last. Only the page that waits for one listens. */
export const purchaseNews = createStore<PublicPurchase | undefined>(undefined);
