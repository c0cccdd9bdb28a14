export type { Identity, RealtimeServer } from './admit-session.ts';
export { attachRealtime, isSocketUpgrade, type Realtime, type RealtimeOptions } from './attach-realtime.ts';
export type { Queryable } from './batch-notify.ts';
export {
  createEmitter,
  type Emitter,
  type EmitterOptions,
  type OnError,
} from './create-emitter.ts';
