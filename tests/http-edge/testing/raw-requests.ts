// Requests that no HTTP client sends, with the answers that they must get.

export const request = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
export const get = (...headers: string[]) => request('GET /healthz HTTP/1.1', 'host: x', ...headers);
export const post = (headers: string[], body = '') =>
  request('POST /api/wan/getResult HTTP/1.1', 'host: x', ...headers) + body;
const chunked = 'transfer-encoding: chunked';
const websocket = (key: string) => [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${key}`,
];
const socketPath = 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1';
const tlsHello = Buffer.from('16030100c8010000c40303', 'hex');
const longHeader = `x-long: ${'a'.repeat(100_000)}`;
const manyHeaders = Array.from({ length: 3_000 }, (_, index) => `x-${index}: a`);

/** The status of the answer and, for an error, its code; `closed` where no answer is possible. */
export const rawRequests: [what: string, bytes: string | Buffer, status: number | 'closed', code?: string][] =
  [
    ['a request', get(), 200],
    ['a request of HTTP/1.0', request('GET /healthz HTTP/1.0'), 200],
    ['an address in absolute form', request('GET http://x/healthz HTTP/1.1', 'host: x'), 200],
    ['words', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n', 200],
    ['a version that does not exist', request('GET /healthz HTTP/9.9', 'host: x'), 400, 'malformed_request'],
    ['a method that does not exist', request('NONE /healthz HTTP/1.1', 'host: x'), 400, 'malformed_request'],
    ['a TLS greeting', tlsHello, 400, 'malformed_request'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
    ['a request for a tunnel', request('CONNECT x:443 HTTP/1.1', 'host: x'), 'closed'],
    ['no host', request('GET /healthz HTTP/1.1'), 400, 'malformed_request'],
    ['a malformed address', request('GET /api/%zz HTTP/1.1', 'host: x'), 404, 'not_found'],
    ['NUL in the address', request('GET /\0 HTTP/1.1', 'host: x'), 400, 'malformed_request'],
    ['NUL in a header', get('x-a: a\0b'), 400, 'malformed_request'],
    ['a line break within a header', get('x-a: a\rb'), 400, 'malformed_request'],
    ['a folded header', get('x-a: a\r\n b'), 400, 'malformed_request'],
    ['a space before the colon', get('x-a : a'), 400, 'malformed_request'],
    ['a header without a colon', get('x-a'), 400, 'malformed_request'],
    ['a header that is too large', get(longHeader), 431, 'headers_too_large'],
    [
      'an address that is too long',
      request(`GET /api/${'a'.repeat(100_000)} HTTP/1.1`, 'host: x'),
      431,
      'headers_too_large',
    ],
    ['too many headers', get(...manyHeaders), 431, 'headers_too_large'],
    ['two framings', post([chunked, 'content-length: 5'], '0\r\n\r\n'), 400, 'malformed_request'],
    ['two lengths', post(['content-length: 5', 'content-length: 6'], 'abcde'), 400, 'malformed_request'],
    ['a negative length', post(['content-length: -5']), 400, 'malformed_request'],
    ['a length that is no number', post(['content-length: 5a'], 'abcde'), 400, 'malformed_request'],
    ['an unknown framing', post(['transfer-encoding: xchunked'], '0\r\n\r\n'), 400, 'malformed_request'],
    [
      'a framing after chunks',
      post(['transfer-encoding: chunked, identity'], '0\r\n\r\n'),
      400,
      'malformed_request',
    ],
    ['a chunk without a size', post([chunked], 'z\r\nabc\r\n'), 400, 'malformed_request'],
    ['a chunk that is longer than its size', post([chunked], '1\r\nabc\r\n'), 400, 'malformed_request'],
    ['endless chunk extensions', post([chunked], `1;${'a'.repeat(100_000)}\r\na\r\n`), 413, 'body_too_large'],
    ['an unknown expectation', get('expect: miracles'), 200],
    [
      'h2c',
      get('connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__'),
      200,
    ],
    ['an upgrade to an unknown protocol', get('connection: upgrade', 'upgrade: x'), 200],
    ['a websocket at an ordinary address', get(...websocket('AAAAAAAAAAAAAAAAAAAAAA==')), 200],
    ['a bad websocket key', request(socketPath, 'host: x', ...websocket('a')), 400],
    [
      'a websocket of no origin',
      request(socketPath, 'host: x', ...websocket('AAAAAAAAAAAAAAAAAAAAAA==')),
      400,
    ],
    [
      'a socket by polling',
      request('GET /socket.io/?EIO=4&transport=polling HTTP/1.1', 'host: x'),
      404,
      'not_found',
    ],
    ['nothing', '', 408, 'request_timeout'],
    ['headers without an end', 'GET /healthz HTTP/1.1\r\nhost: x\r\n', 408, 'request_timeout'],
    ['a body without an end', post(['content-length: 5'], 'a'), 408, 'request_timeout'],
    ['chunks without an end', post([chunked], '1\r\na\r\n'), 408, 'request_timeout'],
  ];
