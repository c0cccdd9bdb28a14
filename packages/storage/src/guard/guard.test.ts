import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve } from '../testing/serve.ts';
import { isPublicIp } from './is-public-ip.ts';
import { openPublicFile } from './open-public-file.ts';

const rules = { trustedHosts: [], timeoutMs: 5_000, maxBytes: 100 };
const refused = { code: 'url_not_allowed' };
const file: RequestListener = (_request, response) => response.writeHead(200).end('bytes');
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const readHost = (url: string) => new URL(url).host;
const readPort = (url: string) => new URL(url).port;

/** Answers each lookup with the next address, and the last one again and again. */
function names(...answers: string[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname);
    const address = answers.length > 1 ? (answers.shift() ?? '') : (answers[0] ?? '');
    const family = address.includes(':') ? 6 : 4;
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  return { lookup, asked };
}

const noSuchName: LookupFunction = (_hostname, _options, callback) =>
  callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);

describe('an IP address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'localhost',
    '',
  ])('is not public: %s', (ip) => expect(isPublicIp(ip)).toBe(false));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('is public: %s', (ip) => expect(isPublicIp(ip)).toBe(true));
});

describe('an address that a user gives', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://cdn.example.com@127.0.0.1/',
    'https://cdn@127.0.0.1/',
    'http://user:password@example.com/a.png',
    'http://1.1.1.1:5432/',
    'http://1.1.1.1:22/',
    'https://1.1.1.1:8443/',
    'ftp://1.1.1.1/a.png',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'gopher://127.0.0.1/',
    '//1.1.1.1/a.png',
    '/etc/passwd',
    'a.png',
    '',
  ])('is refused before any connection: %j', async (url) => {
    const canary = await serve(file);
    await expect(openPublicFile(url, rules)).rejects.toMatchObject(refused);
    const withPort = url.replace('127.0.0.1/', `127.0.0.1:${readPort(canary.url)}/`);
    await expect(openPublicFile(withPort, rules)).rejects.toMatchObject(refused);
    expect(canary.requests).toEqual([]);
  });

  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'is refused when its name leads to %s',
    async (address) => {
      const { lookup, asked } = names(address);
      const opening = openPublicFile('http://innocent.example/a.png', { ...rules, lookup });
      await expect(opening).rejects.toMatchObject(refused);
      expect(asked).toEqual(['innocent.example']);
    },
  );

  it('is refused alike when its name leads inside our network and when it does not exist', async () => {
    const refusals = await Promise.all(
      [names('10.0.0.7').lookup, noSuchName].map((lookup) =>
        openPublicFile('http://intranet.example/', { ...rules, lookup }).catch((error: unknown) => error),
      ),
    );
    for (const each of refusals)
      expect(each).toMatchObject({
        code: 'url_not_allowed',
        message: 'No public server was found at this address',
        details: {},
      });
  });

  it('is judged by the very answer that is connected to, so that a name which changes gains nothing', async () => {
    const canary = await serve(file);
    // Trusted are host names as written, so the second name shows that each connection resolves its host again.
    const start = await serve(redirectTo('http://rebinding.example/next'));
    const { lookup, asked } = names('127.0.0.1');
    const opening = openPublicFile(start.url, { ...rules, trustedHosts: [readHost(start.url)], lookup });
    await expect(opening).rejects.toMatchObject(refused);
    expect(asked).toEqual(['rebinding.example']);
    expect(canary.requests).toEqual([]);
  });

  it('is refused when only one of its addresses is not public', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '1.1.1.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const opening = openPublicFile('http://two-faced.example/', { ...rules, lookup });
    await expect(opening).rejects.toMatchObject(refused);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'file:///etc/passwd',
  ])('is not followed to %s', async (target) => {
    const canary = await serve(file);
    const start = await serve(redirectTo(target.replace('PORT', readPort(canary.url))));
    const opening = openPublicFile(start.url, { ...rules, trustedHosts: [readHost(start.url)] });
    await expect(opening).rejects.toMatchObject(refused);
    expect(canary.requests).toEqual([]);
  });

  it('is followed three times and not a fourth', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      return left === 0 ? file(request, response) : redirectTo(`/${left - 1}`)(request, response);
    });
    const trusting = { ...rules, trustedHosts: [readHost(server.url)] };
    expect(await text(await openPublicFile(`${server.url}/3`, trusting))).toBe('bytes');
    await expect(openPublicFile(`${server.url}/4`, trusting)).rejects.toMatchObject(refused);
  });

  it('is asked without any of our own headers', async () => {
    let headers = {};
    const server = await serve((request, response) => {
      headers = request.headers;
      file(request, response);
    });
    await openPublicFile(server.url, { ...rules, trustedHosts: [readHost(server.url)] });
    expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  it('must answer with a file of the right size', async () => {
    const large = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': '101' }).end(),
    );
    const missing = await serve((_request, response) => response.writeHead(404).end());
    const gone = await serve(file);
    await gone.close();
    const open = (url: string) => openPublicFile(url, { ...rules, trustedHosts: [readHost(url)] });
    await expect(open(large.url)).rejects.toMatchObject({ code: 'size_limit', details: { max_bytes: 100 } });
    await expect(open(missing.url)).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(open(gone.url)).rejects.toMatchObject({ code: 'file_not_found' });
  });

  it('has only so much time, before its answer and in it', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_request, response) => {
      response.writeHead(200).write('some');
    });
    const open = (url: string) =>
      openPublicFile(url, { ...rules, trustedHosts: [readHost(url)], timeoutMs: 100 });
    await expect(open(silent.url)).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(text(await open(slow.url))).rejects.toThrow();
  });
});
