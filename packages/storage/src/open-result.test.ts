import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openResult } from './open-result.ts';
import { serve } from './testing/serve.ts';

const limits = { maxBytes: 100, idleMs: 5_000, patienceMs: 5_000, bytesPerSecond: 1_000_000 };
const file: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'video/mp4; codecs=avc1' }).end('bytes');
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const readHost = (url: string) => new URL(url).host;
const rejected = { code: 'result_url_rejected', isRetryable: false };

describe('openResult', () => {
  it('opens a file on an allowed host', async () => {
    const { url } = await serve(file);
    const source = await openResult(`${url}/a.mp4`, { allowedHosts: [readHost(url)], ...limits });
    expect(source.contentType).toBe('video/mp4');
    expect(await text(source.chunks)).toBe('bytes');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:5432/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'https://evil.test/a.mp4',
    'https://fal.media.evil.test/a.mp4',
    'https://evilfal.media/a.mp4',
    'https://v3.fal.media:8443/a.mp4',
    'https://user@v3.fal.media/a.mp4',
    'https://:password@v3.fal.media/a.mp4',
    'ftp://v3.fal.media/a.mp4',
    'file:///etc/passwd',
    'data:video/mp4;base64,AAAA',
    'javascript:alert(1)',
    'v3.fal.media/a.mp4',
    '',
  ])('connects to no host for %j', async (url) => {
    const opening = openResult(url, { allowedHosts: ['.fal.media', 'fal.media'], ...limits });
    await expect(opening).rejects.toMatchObject(rejected);
  });

  it('does not follow a redirect to another host', async () => {
    const canary = await serve(file);
    const { url } = await serve(redirectTo(`${canary.url}/a.mp4`));
    const opening = openResult(url, { allowedHosts: [readHost(url)], ...limits });
    await expect(opening).rejects.toMatchObject(rejected);
    expect(canary.requests).toEqual([]);
  });

  it.each(['http://', '//evil.test/a.mp4', 'file:///etc/passwd'])(
    'does not follow a redirect to %j',
    async (location) => {
      const { url } = await serve(redirectTo(location));
      const opening = openResult(url, { allowedHosts: [readHost(url)], ...limits });
      await expect(opening).rejects.toMatchObject(rejected);
    },
  );

  it('follows three redirects on allowed hosts, and no fourth', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      return left === 0 ? file(request, response) : redirectTo(`/${left - 1}`)(request, response);
    });
    const guard = { allowedHosts: [readHost(server.url)], ...limits };
    expect(await text((await openResult(`${server.url}/3`, guard)).chunks)).toBe('bytes');
    await expect(openResult(`${server.url}/4`, guard)).rejects.toMatchObject(rejected);
  });

  it.each([404, 410, 403])('takes a %i for the verdict that there is no such file', async (status) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    const opening = openResult(url, { allowedHosts: [readHost(url)], ...limits });
    await expect(opening).rejects.toMatchObject({ code: 'result_copy_failed', isRetryable: true });
  });

  it.each([500, 503, 429])('takes a %i for no verdict', async (status) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    const opening = openResult(url, { allowedHosts: [readHost(url)], ...limits });
    await expect(opening).rejects.toMatchObject({ code: 'provider_unavailable', isRetryable: true });
  });

  it('gives up a host that does not answer in time', async () => {
    const { url } = await serve(() => undefined);
    const opening = openResult(url, { allowedHosts: [readHost(url)], ...limits, idleMs: 50 });
    await expect(opening).rejects.toMatchObject({
      code: 'provider_unavailable',
      cause: { message: 'The host of the result sent nothing for 50 ms' },
    });
  });

  it('gives up a file of which nothing more comes, and one that breaks off', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('some', () => request.url === '/breaks' && request.socket.destroy());
    });
    const rules = { allowedHosts: [readHost(url)], ...limits, idleMs: 200 };
    for (const path of ['/hangs', '/breaks']) {
      const source = await openResult(url + path, rules);
      await expect(text(source.chunks)).rejects.toMatchObject({ code: 'provider_unavailable' });
    }
  });

  describe('of a file that comes slowly', () => {
    const slow = { maxBytes: 1e9, idleMs: 30_000, patienceMs: 120_000, bytesPerSecond: 1_000 };

    /** Opens a file that the test sends piece by piece, at a time of its own. */
    async function follow() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      let sender: ServerResponse | undefined;
      const { url } = await serve((_request, response) => {
        sender = response.writeHead(200);
        sender.flushHeaders();
      });
      const source = await openResult(url, { allowedHosts: [readHost(url)], ...slow });
      const chunks = source.chunks[Symbol.asyncIterator]();
      return {
        /** The next piece, which its host sends after a while. */
        async receive(bytes: number, { afterMs }: { afterMs: number }) {
          const received = chunks.next();
          received.catch(() => undefined);
          vi.advanceTimersByTime(afterMs);
          sender?.write(Buffer.alloc(bytes));
          return received;
        },
        hasLeft: () => once(sender as ServerResponse, 'close'),
      };
    }

    it('gives up when nothing comes for the longest pause', async () => {
      const file = await follow();
      await file.receive(1_000, { afterMs: 29_999 });
      const left = file.hasLeft();
      await expect(file.receive(1, { afterMs: 30_000 })).rejects.toMatchObject({
        code: 'provider_unavailable',
        cause: { message: 'The host of the result sent nothing for 30000 ms' },
      });
      await left;
    });

    it('gives up one that drips when all of its pauses are too long together', async () => {
      const file = await follow();
      for (let seconds = 20; seconds <= 100; seconds += 20) await file.receive(1, { afterMs: 20_000 });
      await expect(file.receive(1, { afterMs: 20_100 })).rejects.toMatchObject({
        code: 'provider_unavailable',
        cause: { message: 'The host of the result took too long for 5 bytes' },
      });
    });

    it('waits the longer the more has come', async () => {
      const file = await follow();
      for (let piece = 0; piece < 50; piece += 1) {
        const { value } = await file.receive(10_000, { afterMs: 10_000 });
        expect(value).toHaveLength(10_000);
      }
    });

    it('does not count the time that its reader takes', async () => {
      const file = await follow();
      for (let piece = 0; piece < 5; piece += 1) {
        await file.receive(1, { afterMs: 10 });
        vi.advanceTimersByTime(600_000);
      }
    });
  });

  it.each([
    ['says that it is too large, before any of it is read', { 'content-length': '101' }, 101],
    ['says so wrongly', { 'content-length': '101' }, 10],
    ['is too large and does not say so', {}, 101],
  ])('refuses a file that %s', async (_what, headers, bytes) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers).write(Buffer.alloc(bytes));
      if (bytes > 100) response.end();
    });
    const rules = { allowedHosts: [readHost(url)], ...limits };
    const reading = openResult(url, rules).then(({ chunks }) => text(chunks));
    await expect(reading).rejects.toMatchObject({ code: 'result_too_large', isRetryable: false });
  });

  it('takes a file of exactly the largest size, with or without a stated length', async () => {
    const { url } = await serve((request, response) => {
      const headers = request.url === '/stated' ? { 'content-length': '100' } : {};
      response.writeHead(200, headers).end(Buffer.alloc(100));
    });
    for (const path of ['/stated', '/chunked']) {
      const { chunks } = await openResult(url + path, { allowedHosts: [readHost(url)], ...limits });
      expect(await text(chunks)).toHaveLength(100);
    }
  });

  it('reads no more than what was stated, and counts less as broken off', async () => {
    const { url } = await serve((request, response) => {
      const stated = request.url === '/more' ? '4' : '90';
      response.writeHead(200, { 'content-length': stated }).write(Buffer.alloc(50));
      response.end();
    });
    const rules = { allowedHosts: [readHost(url)], ...limits };
    const more = await openResult(`${url}/more`, rules);
    expect(await text(more.chunks)).toHaveLength(4);
    const less = await openResult(`${url}/less`, rules);
    await expect(text(less.chunks)).rejects.toMatchObject({ code: 'provider_unavailable' });
  });
});
