import { afterAll, describe, expect, it } from 'vitest';
import { inLanes } from '../testing/in-lanes.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const user = await api.user();

type Schema = { $ref?: string; properties?: Record<string, object>; anyOf?: Schema[]; oneOf?: Schema[] };
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
type Document = { paths: Record<string, Record<string, Operation>> };
type Refusal = {
  error: string;
  code: string;
  issues?: { path: string; message: string; code?: string }[];
};

const document = (await api.browser().get('/api/openapi.json')).body as Document;
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [{ method: method.toUpperCase(), path, schema }] : [];
  }),
);

/** The ids of an address are of the right form and of nothing that exists, so that the body is what is refused. */
const formatAddress = (path: string) =>
  path
    .replace('{kind}', 'flux-dev')
    .replace('{owner}/{app}', 'fal-ai/wan-t2v')
    .replace('connections/{id}', 'connections/BCDF-GHJK')
    .replaceAll(/\{\w+\}/g, '0190a3e0-1111-7000-8000-000000000001');

function listFields({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(listFields)];
}

const wrongValues = [{}, [], [{}], [1], 'x'.repeat(3_000), '', -1.5, 1e12, true, { deep: { x: 1 } }];
const libraryWording =
  /expected|received|Too (small|big)|Invalid (input|option|UUID|string|element|key)|Unrecognized|>=|<=/;

describe('a wrong body', () => {
  it('is refused in our own words and with codes by every operation that takes one', {
    tags: 'load',
    timeout: 240_000,
  }, async () => {
    const problems: string[] = [];
    let issueCount = 0;
    await inLanes(calls, async ({ method, path, schema }) => {
      const email = path.startsWith('/api/admin/') ? { email: 'ops@atelier.test' } : {};
      const caller = await api.user(email);
      const bodies = [
        {},
        ...listFields(schema).flatMap((name) => wrongValues.map((value) => ({ [name]: value }))),
      ];
      for (const body of bodies) {
        const reply = await caller.request(formatAddress(path), { method, body });
        const { code, error, issues = [] } = (reply.body ?? {}) as Refusal;
        const name = `${method} ${path} ${JSON.stringify(body).slice(0, 80)}`;
        if (reply.status >= 500) problems.push(`${name}: ${reply.status}`);
        if (reply.status !== 400) continue;
        if (libraryWording.test(error)) problems.push(`${name}: ${error}`);
        for (const issue of issues) {
          issueCount += 1;
          if (libraryWording.test(issue.message)) problems.push(`${name}: ${issue.message}`);
          if (code === 'validation_failed' && !issue.code)
            problems.push(`${name}: ${issue.path} has no code`);
          if (issue.message.startsWith(' ')) problems.push(`${name}: no field is named`);
        }
      }
    });
    expect(problems).toEqual([]);
    expect(calls.length).toBeGreaterThan(50);
    expect(issueCount).toBeGreaterThan(200);
  });

  it.each(['"x"', '5', '[]', 'null', 'true'])(
    'that is %s is called no object, by every operation',
    async (body) => {
      await inLanes(calls, async ({ method, path }) => {
        const isOptional = method === 'DELETE' || path === '/api/auth/logout';
        if (path.includes('/fal/') || (isOptional && body === 'null')) return;
        const caller = path.startsWith('/api/admin/') ? await api.user({ email: 'ops@atelier.test' }) : user;
        const headers = { 'content-type': 'application/json' };
        const reply = await caller.request(formatAddress(path), { method, body, headers });
        expect
          .soft([path, method, reply.status, reply.body])
          .toEqual([
            path,
            method,
            400,
            expect.objectContaining({ code: 'invalid_json', error: 'The body must be a JSON object' }),
          ]);
      });
    },
  );

  it.each([
    [
      'DELETE',
      '/api/video-generation/delete',
      {},
      'id',
      'id is required and must be a UUID',
      'field_missing',
    ],
    [
      'DELETE',
      '/api/image-generation/delete',
      { ids: [] },
      'ids',
      'ids must be a list of 1 to 1000, each a UUID',
      'value_refused',
    ],
    [
      'POST',
      '/api/image-generation/favorite',
      { imageId: 'x' },
      'imageId',
      'imageId must be a UUID or a list of 1 to 1000, each a UUID',
      'value_refused',
    ],
    [
      'POST',
      '/api/image-generation/favorite',
      { imageId: user.userId, isFavorite: 'yes' },
      'isFavorite',
      'isFavorite must be true or false',
      'value_refused',
    ],
    [
      'POST',
      '/api/image-generation/download',
      { format: 'gif' },
      'format',
      'format must be one of: original, png, jpeg, webp',
      'value_refused',
    ],
    [
      'POST',
      '/api/batches',
      { lines: [{}] },
      'lines.0.input',
      'lines.0.input is required and must be an object',
      'field_missing',
    ],
    [
      'POST',
      '/api/projects',
      { name: '\u0000' },
      'name',
      'Text contains characters that cannot be stored',
      'invalid_characters',
    ],
  ])('is explained for %s %s with %j', async (method, path, body, field, message, code) => {
    const reply = await user.request(path, { method, body });
    const { issues = [] } = reply.body as Refusal;
    expect(issues).toContainEqual({ path: field, message, code });
  });
});
