import type { ServerEventName, ServerEvents } from '@atelier/contract';
import { io, type Socket } from 'socket.io-client';

export type RealtimeStatus = 'connected' | 'disconnected';

export type RealtimeClient = {
  /** Both return a function that ends the subscription. */
  on<Name extends ServerEventName>(event: Name, handler: ServerEvents[Name]): () => void;
  /** Called with the present status at once and at each change. Read the state again at every 'connected'. */
  onStatus(handler: (status: RealtimeStatus) => void): () => void;
  close(): void;
};

export type RealtimeClientOptions = {
  /** Absent: the page's own origin. */
  url?: string;
  /** Only outside browsers, which set Origin and Cookie themselves. */
  extraHeaders?: Record<string, string>;
};

const retryDelayMs = 1_000;
const maxRetryDelayMs = 15_000;

/**
 * Connects the signed-in user's page and keeps it connected. It gives up only when nobody is signed in or the session
 * ended; the page then makes a new one after the next sign-in.
 */
export function connectRealtime({ url, extraHeaders }: RealtimeClientOptions = {}): RealtimeClient {
  const options = {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: retryDelayMs,
    reconnectionDelayMax: maxRetryDelayMs,
    // Half to one and a half times the delay: pages that lost the same server come back spread out.
    randomizationFactor: 0.5,
    extraHeaders,
  };
  const socket: Socket<ServerEvents, Record<never, never>> = url ? io(url, options) : io(options);
  const statusHandlers = new Set<(status: RealtimeStatus) => void>();
  const tell = () => {
    for (const handler of statusHandlers) handler(statusOf(socket));
  };
  socket.on('connect', tell);
  socket.on('disconnect', tell);
  const stopRetrying = retryWhenRefused(socket);

  return {
    on(event, handler) {
      socket.on(event, handler as never);
      return () => void socket.off(event, handler as never);
    },
    onStatus(handler) {
      statusHandlers.add(handler);
      handler(statusOf(socket));
      return () => void statusHandlers.delete(handler);
    },
    close() {
      stopRetrying();
      socket.close();
    },
  };
}

function statusOf(socket: Socket): RealtimeStatus {
  return socket.connected ? 'connected' : 'disconnected';
}

/** socket.io reconnects a lost connection, but not one that the server refused; "unavailable" is worth another try. */
function retryWhenRefused(socket: Socket): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (socket.active || error.data?.code !== 'unavailable') return;
    timer = setTimeout(() => socket.connect(), retryDelayMs * (1 + Math.random() * 4));
  });
  return () => clearTimeout(timer);
}
