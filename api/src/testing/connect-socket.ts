import type { ServerEvents } from '@atelier/contract';
import { io, type Socket } from 'socket.io-client';
import { publicUrl, type TestApi, type TestUser } from './start-test-api.ts';

/** A connection of a browser that the user is signed in with. It does not connect again. */
export async function connectSocket(api: TestApi, user: TestUser): Promise<Socket<ServerEvents>> {
  const extraHeaders = { origin: publicUrl, cookie: user.cookieHeader() };
  const options = { transports: ['websocket'], reconnection: false, forceNew: true, extraHeaders };
  const socket: Socket<ServerEvents> = io(api.url, options);
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined)).once('connect_error', reject);
  });
  return socket;
}
