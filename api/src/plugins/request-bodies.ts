// Every body has a deadline, and no reply waits for one: what arrives after the reply is read and discarded, within limits.
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { AppError } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { closeGently } from './connections.ts';

type Linger = { idleMs: number; totalMs: number };

/** More than any body that is accepted: many clients read the reply only after they have sent everything. */
const maxDiscardedBytes = 128 * 1_048_576;
/** Linger for a client that was too slow once. */
const lastLinger: Linger = { idleMs: 500, totalMs: 1_000 };

const deadlines = new WeakMap<IncomingMessage, () => void>();
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** A body that has not arrived after `deadlineMs` is answered with 408. */
export function addBodyLimits(api: Api, deadlineMs: number): void {
  const linger = { idleMs: Math.min(5_000, deadlineMs), totalMs: Math.min(30_000, deadlineMs) };
  api.addHook('onRequest', (request, reply, done) => {
    if (isArriving(request.raw)) {
      deadlines.set(request.raw, () => expire(request, reply));
      setBodyDeadline(request.raw, deadlineMs);
    }
    done();
  });
  api.addHook('onSend', async (request, reply, payload) => {
    clearTimeout(timers.get(request.raw));
    return isArriving(request.raw) ? outlive(request, reply, { payload, linger }) : payload;
  });
}

/** Replaces the time that the rest of a body may take; for uploads. */
export function setBodyDeadline(request: IncomingMessage, ms: number): void {
  const onDeadline = deadlines.get(request);
  clearTimeout(timers.get(request));
  if (!onDeadline) return;
  const timer = setTimeout(onDeadline, ms).unref();
  timers.set(request, timer);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** Whether a body was announced and has not arrived whole. One that this process sends to itself is there from the start. */
export function isArriving({ headers, complete, destroyed, socket }: IncomingMessage): boolean {
  if (!(socket instanceof Socket)) return false;
  const isAnnounced =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isAnnounced && !complete && !destroyed;
}

function expire({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isArriving(raw)) return;
  // Destroying the request would destroy the connection too, which still has to carry the reply. Whatever reads the body
  // fails by this event instead.
  if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', new AppError('request_timeout'));
  else raw.destroy();
}

type Unread = { payload: unknown; linger: Linger };

/** Sends a reply before the body was read whole, so that the client can read it and the connection stays usable. */
function outlive({ raw }: FastifyRequest, reply: FastifyReply, { payload, linger }: Unread): unknown {
  const isLate = reply.statusCode === 408;
  const isTooLarge = Number(raw.headers['content-length'] ?? 0) > maxDiscardedBytes;
  const rest = discardRest(raw, isLate ? lastLinger : linger);
  const isLast = isLate || isTooLarge || reply.getHeader('connection') === 'close';
  if (!isLast || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
    void rest.then((isWhole) => {
      if (!isWhole) closeGently(raw.socket);
    });
    return payload;
  }
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
  return Readable.from(holdOpen(payload, rest));
}

/** Node closes a connection as soon as its last reply has ended, and a client that is still sending would lose it. */
async function* holdOpen<Payload>(payload: Payload, rest: Promise<unknown>): AsyncGenerator<Payload> {
  yield payload;
  await rest;
}

/** Resolves with whether the rest arrived within the limits. */
function discardRest(raw: IncomingMessage, { idleMs, totalMs }: Linger): Promise<boolean> {
  // A reader that is still attached would stop the flow.
  raw.unpipe();
  return new Promise((resolve) => {
    let discardedBytes = 0;
    const settle = (isWhole: boolean) => {
      clearTimeout(idle);
      clearTimeout(total);
      raw.off('data', count);
      resolve(isWhole);
    };
    const idle = setTimeout(settle, idleMs, false).unref();
    const total = setTimeout(settle, totalMs, false).unref();
    const count = (chunk: Buffer) => {
      discardedBytes += chunk.length;
      idle.refresh();
      if (discardedBytes > maxDiscardedBytes) settle(false);
    };
    raw.on('data', count);
    raw.once('end', () => settle(true)).once('close', () => settle(true));
    raw.resume();
  });
}
