// Internals of socket.io-adapter 2.5.8. The adapter of either bus reaches the sockets of rooms through its private method
// `apply`, for messages of this process and for those of others. Here `apply` also calls listeners: nothing documented
// reports a message to a room in the process that serves it. While it has listeners, a room also has a member without a
// socket: on Redis, messages to an empty room are dropped. At an upgrade: docs/library-internals.md.
import type { Adapter } from 'socket.io-adapter';

/** Function that Socket.IO calls to reach the sockets of rooms in this process, for messages of any process. */
type Apply = (options: { rooms: ReadonlySet<string> }, callback: unknown) => void;

export type RoomMessages = {
  /** Calls the listener for each message to the room, from any process. Returns a function that ends it. */
  onRoomMessage(room: string, listener: () => void): () => void;
  /** The bus was down, so messages to any room may be lost: calls every listener. */
  callAll(): void;
};

/** Lets code of this process know of messages to a room, as its sockets do, on either bus. */
export function createRoomMessages(adapter: Adapter): RoomMessages {
  const listeners = new Map<string, Set<() => void>>();
  const inner = adapter as unknown as { apply: Apply };
  const apply = inner.apply.bind(adapter);
  inner.apply = (options, callback) => {
    apply(options, callback);
    for (const room of options.rooms) call(listeners.get(room) ?? []);
  };

  return {
    onRoomMessage(room, listener) {
      const inRoom = listeners.get(room) ?? new Set();
      if (inRoom.size === 0) void adapter.addAll(toMember(room), new Set([room]));
      listeners.set(room, inRoom.add(listener));
      return () => {
        inRoom.delete(listener);
        if (inRoom.size > 0 || listeners.get(room) !== inRoom) return;
        listeners.delete(room);
        adapter.delAll(toMember(room));
      };
    },
    callAll: () => call([...listeners.values()].flatMap((each) => [...each])),
  };
}

function call(listeners: Iterable<() => void>): void {
  for (const listener of listeners) listener();
}

function toMember(room: string): string {
  return `listener of ${room}`;
}
