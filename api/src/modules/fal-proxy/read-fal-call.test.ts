import { describe, expect, it } from 'vitest';
import { proxyPath, readFalCall, runPath } from './read-fal-call.ts';

const id = '0190a5f0-0000-7000-8000-000000000000';
const queue = 'https://queue.fal.run';

function read(method: string, target: string) {
  return readFalCall({ method, url: proxyPath, target });
}

/** The code and the sentence of a refusal. */
function toRefusal(ask: () => unknown): string {
  try {
    ask();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
  throw new Error('It was not refused');
}

describe('a direct run', () => {
  it.each(['fal-ai/flux/schnell', 'fal-ai/flux%2Fschnell', 'fal-ai/flux/schnell/'])(
    'is understood: %s',
    (path) => {
      const call = { name: 'run', endpoint: 'fal-ai/flux/schnell' };
      expect(readFalCall({ method: 'POST', url: `${runPath}/${path}`, target: undefined })).toEqual(call);
    },
  );

  it('is understood through the proxy of fal’s client', () => {
    expect(read('POST', 'https://fal.run/fal-ai/flux/schnell')).toEqual({
      name: 'run',
      endpoint: 'fal-ai/flux/schnell',
    });
  });

  it('takes no webhook, and is no request of the queue', () => {
    const ask = (method: string, url: string) => () => readFalCall({ method, url, target: undefined });
    expect(toRefusal(ask('POST', `${runPath}/fal-ai/flux?fal_webhook=https://a.test`))).toMatch(
      /^fal_call_refused/,
    );
    expect(toRefusal(ask('GET', `${runPath}/fal-ai/flux/requests/${id}`))).toMatch(/^not_found/);
  });
});

describe("a call of fal's client", () => {
  it.each([
    ['POST', '/fal-ai/wan-t2v', { name: 'submit', endpoint: 'fal-ai/wan-t2v' }],
    ['POST', '/fal-ai/wan-t2v/', { name: 'submit', endpoint: 'fal-ai/wan-t2v' }],
    [
      'POST',
      '/fal-ai/wan/v2.2-5b/text-to-video?fal_webhook=https%3A%2F%2Fa.test%2Fx%3Fy%3D1',
      { name: 'submit', endpoint: 'fal-ai/wan/v2.2-5b/text-to-video', webhookUrl: 'https://a.test/x?y=1' },
    ],
    [
      'GET',
      `/fal-ai/flux/requests/${id}/status?logs=1`,
      { name: 'status', app: 'fal-ai/flux', requestId: id, hasLogs: true },
    ],
    [
      'GET',
      `/fal-ai/flux/requests/${id}/status`,
      { name: 'status', app: 'fal-ai/flux', requestId: id, hasLogs: false },
    ],
    [
      'GET',
      `/fal-ai/flux/dev/requests/${id}/status/stream?logs=0`,
      { name: 'stream', app: 'fal-ai/flux/dev', requestId: id, hasLogs: false },
    ],
    ['GET', `/fal-ai/flux/requests/${id}`, { name: 'result', app: 'fal-ai/flux', requestId: id }],
    ['GET', `/fal-ai/flux/requests/${id}/response`, { name: 'result', app: 'fal-ai/flux', requestId: id }],
    ['PUT', `/fal-ai/flux/requests/${id}/cancel`, { name: 'cancel', app: 'fal-ai/flux', requestId: id }],
  ])('is understood: %s %s', (method, path, call) => {
    expect(read(method, `${queue}${path}`)).toEqual(call);
    expect(readFalCall({ method, url: `${proxyPath}${path}`, target: undefined })).toEqual(call);
  });

  it.each([
    [
      'POST',
      'https://rest.fal.ai/storage/upload/initiate-multipart?storage_type=fal-cdn-v3',
      'more than 50 MB',
    ],
    ['POST', 'https://rest.fal.ai/storage/upload/complete', 'Only fal.storage.upload'],
    ['GET', 'https://rest.fal.ai/storage/upload/initiate', 'Uploads are initiated by POST'],
    ['POST', 'https://rest.fal.ai/tokens/', 'No tokens are given out'],
    [
      'POST',
      'https://evil.test/fal-ai/wan-t2v',
      'Only https://queue.fal.run/ and https://fal.run/ can be called',
    ],
    ['POST', 'http://queue.fal.run/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'HTTPS://QUEUE.FAL.RUN/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'https://queue.fal.run:443/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'https://queue.fal.run@evil.test/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'https://key@queue.fal.run/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'https://queue.fal.run.evil.test/fal-ai/wan-t2v', 'Only https'],
    ['POST', 'https://queue.fal.run', 'Only https'],
    ['POST', ' https://queue.fal.run/fal-ai/wan-t2v', 'Only https'],
    ['POST', '//queue.fal.run/fal-ai/wan-t2v', 'Only https'],
    ['POST', '', 'Only https'],
    ...[
      '/',
      '/wan-t2v',
      '//evil.test/fal-ai/wan-t2v',
      '/fal-ai//wan-t2v',
      '/fal-ai/../wan-t2v',
      '/fal-ai/./wan-t2v',
      '/fal-ai%2fwan-t2v',
      '/fal-ai/wan-t2v%2f..%2f..',
      '/fal-ai\\wan-t2v',
      '/fal-ai/wan-t2v#x',
      '/fal-ai/wan-t2v@evil.test',
      '/fal-ai/wan-t2v, https://queue.fal.run/fal-ai/wan-t2v',
      '/fal-ai/wan-t2v\n',
      '/fal-ai/wän',
    ].map((path) => ['POST', `${queue}${path}`, 'This is not the address of a model or a request']),
    ['POST', `${queue}/fal-ai/wan-t2v?cost=0`, 'The query parameter "cost" is not supported'],
    ['POST', `${queue}/fal-ai/wan-t2v?fal_webhook=a&fal_webhook=b`, '"fal_webhook" is not supported'],
    ['GET', `${queue}/fal-ai/flux/requests/${id}?logs=1`, '"logs" is not supported'],
    ['GET', `${queue}/fal-ai/flux/requests/${id}/status?logs=2`, '"logs" must be 0 or 1'],
    ['GET', `${queue}/fal-ai/flux/requests/${id}/status?logs=1#x`, '"logs" must be 0 or 1'],
  ])('is refused: %s %j', (method = '', target = '', sentence = '') => {
    const refusal = toRefusal(() => read(method, target));
    expect(refusal).toMatch(/^fal_call_refused: Invalid request: /);
    expect(refusal).toContain(sentence);
  });

  it.each([
    ['GET', '/fal-ai/wan-t2v'],
    ['PUT', '/fal-ai/wan-t2v'],
    ['POST', `/fal-ai/flux/requests/${id}`],
    ['POST', `/fal-ai/flux/requests/${id}/cancel`],
    ['GET', `/fal-ai/flux/requests/${id}/cancel`],
    ['PUT', `/fal-ai/flux/requests/${id}/status`],
    ['GET', `/fal-ai/flux/requests/${id}/requests/${id}`],
    ['GET', `/fal-ai/flux/requests/${id}/logs`],
  ])('leads nowhere: %s %s', (method, path) => {
    expect(toRefusal(() => read(method, `${queue}${path}`))).toMatch(/^not_found: Path .* not found$/);
  });

  it('takes the slashes of a model’s id in its path encoded, as generated clients send them', () => {
    const at = (method: string, path: string) =>
      readFalCall({ method, url: `${proxyPath}${path}`, target: undefined });
    expect(at('POST', '/fal-ai/flux%2Fschnell')).toMatchObject({ endpoint: 'fal-ai/flux/schnell' });
    expect(
      at('POST', '/fal-ai/wan%2fv2.2-5b%2ftext-to-video?fal_webhook=https%3A%2F%2Fa.test'),
    ).toMatchObject({
      endpoint: 'fal-ai/wan/v2.2-5b/text-to-video',
      webhookUrl: 'https://a.test',
    });
    expect(at('GET', `/fal-ai/flux%2Fschnell/requests/${id}/status`)).toMatchObject({
      name: 'status',
      app: 'fal-ai/flux/schnell',
      requestId: id,
    });
    expect(toRefusal(() => at('POST', '/fal-ai/%2E%2E%2Fx'))).toContain('fal_call_refused');
  });

  it('names its target once: in the header or in the path', () => {
    const [target, url] = [`${queue}/fal-ai/wan-t2v`, `${proxyPath}/fal-ai/wan-t2v`];
    expect(toRefusal(() => readFalCall({ method: 'POST', url, target }))).toContain('not in both');
    expect(toRefusal(() => readFalCall({ method: 'POST', url: `${proxyPath}?a=1`, target }))).toContain(
      'both',
    );
    expect(toRefusal(() => readFalCall({ method: 'POST', url: proxyPath, target: undefined }))).toContain(
      'x-fal-target-url is missing',
    );
  });
});
