export type { Identity, RealtimeServer } from './admit-session.ts';
export { attachRealtime, type Realtime, type RealtimeOptions } from './attach-realtime.ts';
export {
  createEmitter,
  type Emitter,
  type EmitterOptions,
  type OnError,
} from './create-emitter.ts';
export type { Queryable } from './notify-together.ts';
