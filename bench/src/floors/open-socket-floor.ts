import { openFloor } from './open-floor.ts';

export type SocketFloor = {
  url: string;
  /** Has the other process emit at once. */
  emit(user: string, event: string, body: unknown): void;
};

/** A bare Socket.IO server. */
export async function openSocketFloor(resources: AsyncDisposableStack): Promise<SocketFloor> {
  const { child, url } = await openFloor(resources, new URL('./socket-server.ts', import.meta.url));
  return { url, emit: (user, event, body) => void child.send({ user, event, body }) };
}
