// Handles what never reaches a route: requests that Node's parser refuses, and connections beyond the limit of an address.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type AppErrorCode } from '@atelier/contract';
import type { ApiEnv } from '@atelier/env';
import { compile } from '@fastify/proxy-addr';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';
import { maxConnections } from './bounds.ts';
import { retryAfter, toErrorBody } from './errors.ts';

/** How long a client may keep sending after the last reply, so that the end of the connection does not overtake it. */
const lingerMs = 1_000;

/** Ends a connection on which everything was said. A client that goes on sending is cut off after a moment. */
export function closeGently(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end();
  const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(cut));
}

/** Node's own answer to an expectation other than 100-continue is an empty 417; it may be ignored (RFC 9110, 10.1.1). */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** RFC 9112, 3.2: a proxy that reads another host than we do would apply its rules to another site. */
export function requireHost(api: Api): void {
  api.addHook('onRequest', (request, _reply, done) => {
    done(hasValidHost(request.raw) ? undefined : new AppError('malformed_request'));
  });
}

/** A name or an address with an optional port; empty where the target has no authority. */
const host = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/i;

/** HTTP/1.1 requires the header, and no request may have two. Node keeps the first and drops the others. */
export function hasValidHost({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const lines = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (lines === 0) return httpVersion !== '1.1';
  return lines === 1 && host.test(headers.host ?? '');
}

const codeOfParser: Readonly<Record<string, AppErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

export type OpenReplies = {
  watch(server: Server): void;
  /** Returns the reply that a connection carries now, or carries first of several; undefined when it owes none. */
  findFirst(socket: Socket): ServerResponse | undefined;
};

/** Knows which replies a connection still owes. Requests that are sent without a wait are answered in their order. */
export function createOpenReplies(): OpenReplies {
  const bySocket = new WeakMap<Socket, Set<ServerResponse>>();
  return {
    watch(server) {
      // Listens before Fastify does, which may end the reply at once.
      server.prependListener('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
        const replies = bySocket.get(socket) ?? new Set();
        bySocket.set(socket, replies.add(reply));
        reply.once('finish', () => replies.delete(reply));
      });
    },
    findFirst: (socket) => bySocket.get(socket)?.values().next().value,
  };
}

/** Answers what never became a request, in the form of every other error. `reply` is what the connection still owes. */
export function answerParserError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  reply: ServerResponse | undefined,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  // The rest of what was answered already.
  if (!socket.writable) return;
  if (reply?.req.complete) {
    // The request before is still being answered, and its reply must not be mistaken for this one.
    reply.shouldKeepAlive = false;
    return;
  }
  if (reply?.headersSent) {
    socket.destroy();
    return;
  }
  const refused = new AppError(codeOfParser[error.code ?? ''] ?? 'malformed_request');
  if (isPageVisit((error as { rawPacket?: Buffer }).rawPacket)) writePage(socket, refused);
  else writeError(socket, refused);
  closeGently(socket);
}

/**
 * A browser that opens an address of the web app, as far as the beginning of its request says so: it takes HTML, or what
 * it takes would come after an address that is longer than all headers may be.
 */
function isPageVisit(packet: Buffer | undefined): boolean {
  const start = packet?.toString('latin1') ?? '';
  const isPage = /^GET \/(?!(?:api|media|ops|socket\.io)(?:[/?]|$))/.test(start);
  return isPage && (!start.includes('\r\n') || /^accept:.*text\/html/im.test(start));
}

/** Writes the page that a browser shows for an unreadable address, for example one that is too long. */
function writePage(socket: Socket, error: AppError): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Atelier</title><h1>${error.message}</h1><p><a href="/">Atelier</a></p></html>\n`;
  writeReply(socket, error, { body, contentType: 'text/html; charset=utf-8' });
}

/** An IPv6 customer has at least a /64, hence as many addresses as it likes: those count as one. */
function readNetwork(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const listGroups = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = [listGroups(head), listGroups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/**
 * Bounds what one address, or one /64 of IPv6, can hold open, whatever it sends. Behind a trusted proxy all connections
 * have the proxy's address, so they are not counted; the proxy has to limit its clients, as docker/nginx.conf does.
 */
export function limitConnections(server: Server, { env, audit }: Pick<ApiDeps, 'env' | 'audit'>): void {
  const isProxy = trusted(env.TRUST_PROXY);
  const max = maxConnections(env);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = readNetwork(address);
    const count = open.get(network) ?? 0;
    if (count >= max) {
      audit.count({ name: 'rate_limited', actor: 'anonymous', address, details: { limit: 'connections' } });
      writeError(socket, new AppError('too_many_connections'));
      // Cuts at once: a refused connection must cost nothing.
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** The same reading of the setting as Fastify's own, which decides whose forwarded addresses count. */
function trusted(proxies: ApiEnv['TRUST_PROXY']): (address: string) => boolean {
  if (typeof proxies === 'boolean') return () => proxies;
  const isTrusted = compile(proxies.split(',').map((entry) => entry.trim()));
  return (address) => isTrusted(address, 0);
}

function writeError(socket: Socket, error: AppError): void {
  const body = JSON.stringify(toErrorBody(error, randomUUID()));
  writeReply(socket, error, { body, contentType: 'application/json; charset=utf-8' });
}

type Content = { body: string; contentType: string };

function writeReply(socket: Socket, error: AppError, { body, contentType }: Content): void {
  const seconds = retryAfter(error);
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    ...(seconds === undefined ? [] : [`retry-after: ${seconds}`]),
    'connection: close',
    `content-type: ${contentType}`,
    "content-security-policy: default-src 'none'",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
