import type { PublicCut, PublicPurchase, PublicTakeOut } from '@atelier/contract';
import { createSignal } from '#lib/store.ts';

// Each is notified when what it is named for has changed, here or in another browser: it is to be read again.

/** Several generations at once. */
export const libraryChanges = createSignal();
export const projectChanges = createSignal();
export const lineChanges = createSignal();
/** Which kinds are closed, and whether the provider or a model takes no work. */
export const kindChanges = createSignal();
export const batchChanges = createSignal();
/** Only the page that waits for a payment subscribes. */
export const purchaseChanges = createSignal<PublicPurchase>();
/** Only the account page subscribes. */
export const takeOutChanges = createSignal<PublicTakeOut>();
/** Only the cutting bench subscribes. */
export const cutChanges = createSignal<PublicCut>();
/** Only the page of films subscribes. */
export const filmChanges = createSignal<{ id: string; revision: number }>();
