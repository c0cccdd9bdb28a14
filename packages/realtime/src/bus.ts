import type { ServerOptions } from 'socket.io';
import type { Emitter, OnError } from './create-emitter.ts';

/** Carries events between processes. */
export type Bus = {
  adapter: NonNullable<ServerOptions['adapter']>;
  emitter: Emitter;
  /** Resolves when events from other processes arrive. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type BusOptions = {
  channelPrefix: string;
  onError: OnError;
  /** Called when the bus is back after an interruption, during which events were lost. */
  onRestored: () => void;
};
