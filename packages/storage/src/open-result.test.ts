import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openResult } from './open-result.ts';
import { serve } from './testing/serve.ts';

const timeoutMs = 5_000;
const file: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'video/mp4; codecs=avc1' }).end('bytes');
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const hostOf = (url: string) => new URL(url).host;
const rejected = { code: 'result_url_rejected', isRetryable: false };

describe('openResult', () => {
  it('opens a file on an allowed host', async () => {
    const { url } = await serve(file);
    const source = await openResult(`${url}/a.mp4`, { allowedHosts: [hostOf(url)], timeoutMs });
    expect(source.contentType).toBe('video/mp4');
    expect(await text(source.stream)).toBe('bytes');
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
  ])('asks nobody for %j', async (url) => {
    const opening = openResult(url, { allowedHosts: ['.fal.media', 'fal.media'], timeoutMs });
    await expect(opening).rejects.toMatchObject(rejected);
  });

  it('does not follow a redirect to another host', async () => {
    const canary = await serve(file);
    const { url } = await serve(redirectTo(`${canary.url}/a.mp4`));
    const opening = openResult(url, { allowedHosts: [hostOf(url)], timeoutMs });
    await expect(opening).rejects.toMatchObject(rejected);
    expect(canary.requests).toEqual([]);
  });

  it.each(['http://', '//evil.test/a.mp4', 'file:///etc/passwd'])(
    'does not follow a redirect to %j',
    async (location) => {
      const { url } = await serve(redirectTo(location));
      const opening = openResult(url, { allowedHosts: [hostOf(url)], timeoutMs });
      await expect(opening).rejects.toMatchObject(rejected);
    },
  );

  it('follows three redirects on allowed hosts, and no fourth', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      return left === 0 ? file(request, response) : redirectTo(`/${left - 1}`)(request, response);
    });
    const guard = { allowedHosts: [hostOf(server.url)], timeoutMs };
    expect(await text((await openResult(`${server.url}/3`, guard)).stream)).toBe('bytes');
    await expect(openResult(`${server.url}/4`, guard)).rejects.toMatchObject(rejected);
  });

  it.each([404, 410, 403])('takes a %i for the verdict that there is no such file', async (status) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    const opening = openResult(url, { allowedHosts: [hostOf(url)], timeoutMs });
    await expect(opening).rejects.toMatchObject({ code: 'result_copy_failed', isRetryable: true });
  });

  it.each([500, 503, 429])('takes a %i for no verdict', async (status) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    const opening = openResult(url, { allowedHosts: [hostOf(url)], timeoutMs });
    await expect(opening).rejects.toMatchObject({ code: 'provider_unavailable', isRetryable: true });
  });

  it('gives up a host that does not answer in time', async () => {
    const { url } = await serve(() => undefined);
    const opening = openResult(url, { allowedHosts: [hostOf(url)], timeoutMs: 50 });
    await expect(opening).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  it('gives up a file that does not end in time, and one that breaks off', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('some', () => request.url === '/breaks' && request.socket.destroy());
    });
    const guard = { allowedHosts: [hostOf(url)], timeoutMs: 200 };
    await expect(text((await openResult(`${url}/hangs`, guard)).stream)).rejects.toThrow();
    await expect(text((await openResult(`${url}/breaks`, guard)).stream)).rejects.toThrow();
  });
});
