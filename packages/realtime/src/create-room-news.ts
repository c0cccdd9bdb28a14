import type { RealtimeServer } from './admit-session.ts';

type Adapter = ReturnType<RealtimeServer['of']>['adapter'];
/** What Socket.IO calls to reach the sockets of rooms in this process, for its own messages and for those of others. */
type Apply = (options: { rooms: ReadonlySet<string> }, callback: unknown) => void;

export type RoomNews = {
  listen(room: string, listener: () => void): () => void;
  /** The bus was away: anybody may have missed something. */
  tellAll(): void;
};

/**
 * Lets code of this process hear that a room is spoken to, as its sockets do, on whichever bus. `apply` is the one
 * place that both adapters go through (socket.io-adapter 2); it is not documented, so a test on each bus holds it. A
 * listener also stands in the room as a member without a socket: over Redis a message for an empty room is dropped.
 */
export function createRoomNews(adapter: Adapter): RoomNews {
  const listeners = new Map<string, Set<() => void>>();
  const tell = (heard: Iterable<() => void>) => {
    for (const listener of heard) listener();
  };
  const inner = adapter as unknown as { apply: Apply };
  const apply = inner.apply.bind(adapter);
  inner.apply = (options, callback) => {
    apply(options, callback);
    for (const room of options.rooms) tell(listeners.get(room) ?? []);
  };

  return {
    listen(room, listener) {
      const inRoom = listeners.get(room) ?? new Set();
      if (inRoom.size === 0) void adapter.addAll(memberOf(room), new Set([room]));
      listeners.set(room, inRoom.add(listener));
      return () => {
        inRoom.delete(listener);
        if (inRoom.size > 0 || listeners.get(room) !== inRoom) return;
        listeners.delete(room);
        adapter.delAll(memberOf(room));
      };
    },
    tellAll: () => tell([...listeners.values()].flatMap((each) => [...each])),
  };
}

function memberOf(room: string): string {
  return `listener of ${room}`;
}
