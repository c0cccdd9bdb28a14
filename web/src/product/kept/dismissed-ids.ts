import { createKeptIds } from './kept-ids.ts';

/** Failed and cancelled generations that the user has put away on this browser. */
export const dismissedIds = createKeptIds('dismissed', 200);
