import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
};
type Reply = Operation['responses'][string] & { headers?: Record<string, object> };
type Document = {
  components: { responses: Record<string, Reply> };
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

const reply = await api.browser().get('/api/openapi.json');
const document = reply.body as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

describe('the description of the API', () => {
  it('is an OpenAPI 3.1 document of the version that is released', () => {
    const product = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(reply.status).toBe(200);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Atelier', version: product.version },
    });
  });

  it('names every endpoint that users and programs use', () => {
    const names = operations.map(({ name }) => name);
    const expected = [
      'delete /api/audio-generation/delete',
      'delete /api/image-understanding/delete',
      'delete /api/user/api-keys/{id}',
      'delete /api/video-generation/delete',
      'get /api/audio-generation/history',
      'get /api/audio-generation/status',
      'get /api/auth/callback',
      'get /api/auth/login',
      'get /api/generations',
      'get /api/generations/{id}',
      'get /api/image-understanding/history',
      'get /api/image-understanding/status',
      'get /api/user/api-keys',
      'get /.well-known/jwks.json',
      'get /api/user/info',
      'get /api/user/webhook-deliveries',
      'get /api/video-generation/history',
      'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}',
      'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status',
      'get /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status/stream',
      'patch /api/generations/{id}',
      'post /api/auth/logout',
      'post /api/generations/{id}/cancel',
      'post /api/image-understanding/create',
      'post /api/user/webhook-deliveries/{id}/redeliver',
      'post /api/user/api-keys',
      'post /api/wan/createAudio',
      'post /api/wan/createVideo',
      'post /api/wan/fal/proxy/{owner}/{app}',
      'post /api/wan/refundCredits',
      'post /api/wan/updateAudioStatus',
      'put /api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/cancel',
    ];
    expect(names).toEqual(expect.arrayContaining(expected));
    // Called only by machines, so the document leaves them out.
    for (const hidden of ['getResult', 'healthz', '/metrics', '/ops', '/media'])
      expect(names.filter((name) => name.includes(hidden))).toEqual([]);
  });

  it('has a summary, a tag and replies for each, errors included', () => {
    for (const { name, operation } of operations) {
      expect([name, operation.summary, operation.tags]).toEqual([
        name,
        expect.stringMatching(/\w/),
        [expect.any(String)],
      ]);
      const isRedirect = name.startsWith('get /api/auth/');
      const isFile =
        /(\.csv|\.zip|\/download|\/download\/\{id\}|\/files\/\{position\}|\/frames|\/captioned|\/export|\/captions\/\{format\})$/.test(
          name,
        );
      // A reply with several forms is checked in each of them.
      const listSchemas = (status: string) => {
        const schema = operation.responses[status]?.content?.['application/json']?.schema;
        return schema && 'anyOf' in schema ? (schema.anyOf as unknown[]) : [schema];
      };
      const isObject = expect.objectContaining({ type: 'object' });
      if (!isRedirect && !isFile)
        for (const schema of listSchemas('200')) expect([name, schema]).toEqual([name, isObject]);
      expect([name, operation.description]).toEqual([name, expect.stringMatching(/\w{3}/)]);
      expect([name, operation.responses]).toEqual([
        name,
        expect.objectContaining({
          429: { $ref: '#/components/responses/TooMany' },
          503: { $ref: '#/components/responses/Unavailable' },
          default: { $ref: '#/components/responses/Refusal' },
        }),
      ]);
      const statuses = Object.keys(operation.responses).filter((status) => /^[23]/.test(status));
      expect([name, statuses]).not.toEqual([name, []]);
    }
  });

  it('says in what refusals have in common, and when to try again', () => {
    const { Refusal, TooMany, Unavailable } = document.components.responses;
    for (const reply of [Refusal, TooMany, Unavailable])
      expect(reply?.content?.['application/json']?.schema).toMatchObject({
        type: 'object',
        required: ['success', 'error', 'message', 'code'],
      });
    for (const reply of [TooMany, Unavailable])
      expect(reply?.headers?.['Retry-After']).toMatchObject({ required: true, schema: { type: 'integer' } });
  });

  it('has items in every list, and a form for every upload', () => {
    const lists = [...JSON.stringify(document).matchAll(/"type":"array"(?!,"items":\{|,"prefixItems)/g)];
    expect(lists).toEqual([]);
    for (const path of ['/api/upload-video', '/api/upload-audio', '/api/upload-image-wan-i2v'])
      expect(document.paths[path]?.post?.requestBody).toMatchObject({
        required: true,
        content: { 'multipart/form-data': { schema: { required: ['file'] } } },
      });
    expect(JSON.stringify(document.paths['/api/library/days'])).not.toContain('"items":false');
  });

  it('has no dangling reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    for (const path of references) {
      let found: unknown = document;
      for (const step of path.split('/')) found = (found as Record<string, unknown>)?.[step];
      expect([path, typeof found]).toEqual([path, 'object']);
    }
  });

  it('can be read as pages', async () => {
    const page = await api.browser().get('/api/docs/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = page.bytes.toString();
    expect(html).toContain('<title>Atelier API</title>');
    const sources = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css)\?[0-9a-f]{12})"/g)].map(
      ([, source = '']) => source,
    );
    expect(sources).toHaveLength(3);
    for (const source of sources) {
      expect(source).toMatch(/^\/api\/docs\//);
      const file = await api.browser().get(source);
      expect([source, file.status, file.headers.get('cache-control')]).toEqual([
        source,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(html).toContain(`<meta property="csp-nonce" content="${nonce}">`);
    expect((await api.browser().get('/api/docs/')).headers.get('content-security-policy')).not.toContain(
      nonce,
    );
    expect((await api.browser().get('/api/docs')).status).toBeLessThan(400);
  });

  it('is also below the pages, as JSON and as YAML', async () => {
    const json = await api.browser().get('/api/docs/json');
    expect((json.body as Document).paths).toEqual(document.paths);
    expect((await api.browser().get('/api/docs/yaml')).bytes.toString()).toContain('openapi: 3.1.0');
  });

  it('has pages in the theme and the language of the cookies, and no others', async () => {
    const read = async (cookie: string) => {
      const reply = await fetch(`${api.url}/api/docs/`, { headers: { cookie, 'accept-language': 'en' } });
      return /<html[^>]*>/.exec(await reply.text())?.[0];
    };
    expect(await read('')).toBe('<html lang="en">');
    expect(await read('theme=light; language=zh-CN')).toBe('<html lang="zh-CN" data-theme="light">');
    expect(await read('theme="><script>; language="><script>')).toBe('<html lang="en">');
  });
});
