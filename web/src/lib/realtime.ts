import { createStore } from '#lib/store.ts';

export type RealtimeStatus = 'off' | 'connecting' | 'connected' | 'disconnected';

/** Whether the server can tell us things now. `off` while nobody is signed in. */
export const realtimeStatus = createStore<RealtimeStatus>('off');
