import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve } from '../testing/serve.ts';
import { findRecipientProblem, guardedPost } from './guarded-post.ts';

const message = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"数":1}') };
const rules = { trustedHosts: [] as string[], timeoutMs: 5_000 };
const refused = { code: 'url_not_allowed' };
const readHost = (url: string) => new URL(url).host;

/** Each lookup answers with the next address. */
function names(...answers: string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const address = answers.shift() ?? '';
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
}

describe('what can be seen of a recipient', () => {
  it.each([
    ['https://example.com/hook?token=1', undefined],
    ['https://example.com:443/', undefined],
    ['https://1.1.1.1/', undefined],
    ['http://trusted.example:8080/', undefined],
    ['http://127.0.0.1:4711/hook', undefined],
    ['http://example.com/', 'not_https'],
    ['http://1.1.1.1/', 'not_https'],
    ['https://10.0.0.1/', 'not_allowed'],
    ['https://167772161/', 'not_allowed'],
    ['https://[::1]/', 'not_allowed'],
    ['https://[::ffff:127.0.0.1]/', 'not_allowed'],
    ['https://169.254.169.254/latest', 'not_allowed'],
    ['http://192.168.0.1/', 'not_allowed'],
    ['https://example.com:8443/', 'not_allowed'],
    ['https://trusted.example:8081/', 'not_allowed'],
    ['https://user:password@example.com/', 'not_allowed'],
    ['https://example.com@127.0.0.1:4711/', 'not_allowed'],
    ['ftp://example.com/', 'no_address'],
    ['javascript:alert(1)', 'no_address'],
    ['example.com/hook', 'no_address'],
    ['', 'no_address'],
  ])('%s: %s', (url, problem) => {
    const trustedHosts = ['trusted.example:8080', '127.0.0.1:*'];
    expect(findRecipientProblem(url, { trustedHosts })).toBe(problem);
  });
});

describe('guardedPost', () => {
  it('sends body and headers, and answers the status', async () => {
    let got: { method: string | undefined; headers: IncomingHttpHeaders; body: string } | undefined;
    const server = await serve(async (request, response) => {
      got = { method: request.method, headers: request.headers, body: await text(request) };
      response.writeHead(204).end();
    });
    expect(await guardedPost(server.url, message, { ...rules, trustedHosts: ['127.0.0.1:*'] })).toMatchObject(
      {
        status: 204,
      },
    );
    expect(got).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Atelier', 'content-length': '9' },
      body: '{"数":1}',
    });
  });

  it('goes no further than a redirect', async () => {
    const canary = await serve((_request, response) => response.end());
    const server = await serve((_request, response) =>
      response.writeHead(307, { location: canary.url }).end(),
    );
    const trustedHosts = [readHost(server.url), readHost(canary.url)];
    expect(await guardedPost(server.url, message, { ...rules, trustedHosts })).toMatchObject({ status: 307 });
    expect(canary.requests).toEqual([]);
  });

  it('does not read an answer that never ends', async () => {
    const server = await serve((_request, response) => void response.writeHead(200).write('more and '));
    const started = guardedPost(server.url, message, { ...rules, trustedHosts: [readHost(server.url)] });
    expect(await started).toMatchObject({ status: 200 });
  });

  it.each(['http', 'https'])('connects to no host inside our network: %s', async (scheme) => {
    const canary = await serve((_request, response) => response.end());
    const url = `${scheme}://${readHost(canary.url)}/`;
    await expect(guardedPost(url, message, rules)).rejects.toMatchObject(refused);
    expect(canary.requests).toEqual([]);
  });

  it('judges a name by the very answer that it connects to, again each time', async () => {
    const lookup = names('127.0.0.1', '10.0.0.1', '169.254.169.254');
    for (let time = 0; time < 3; time += 1) {
      const sending = guardedPost('https://rebinding.example/', message, { ...rules, lookup });
      await expect(sending).rejects.toMatchObject(refused);
    }
  });

  it('wants https of everybody whom we do not trust ourselves', async () => {
    const lookup: LookupFunction = () => expect.unreachable('nobody is asked');
    const sending = guardedPost('http://example.com/', message, { ...rules, lookup });
    await expect(sending).rejects.toMatchObject(refused);
  });

  it('waits only so long', async () => {
    const server = await serve(() => undefined);
    const options = { trustedHosts: [readHost(server.url)], timeoutMs: 50 };
    await expect(guardedPost(server.url, message, options)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
