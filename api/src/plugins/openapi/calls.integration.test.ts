import { type ApiCallName, apiCalls } from '@atelier/contract';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';
import { toJsonSchema } from '../openapi.ts';
import { describedBodies } from './bodies.ts';
import { examples } from './examples.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Media = {
  content?: { 'application/json'?: { schema?: object; example?: unknown; examples?: object } };
};
type Operation = {
  parameters?: { in: string; name: string; schema: object }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};

const source = (await api.browser().get('/api/openapi.json')).bytes.toString();
const document = JSON.parse(source) as { paths: Record<string, Record<string, Operation>> };
const names = Object.keys(apiCalls) as ApiCallName[];
const findOperation = (name: string): Operation | undefined => {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]?.[method.toLowerCase()];
};
const schemaIn = (media: Media | undefined) => media?.content?.['application/json']?.schema;

/** The description that the call's schemas would have as a route. */
function described(call: { query?: unknown; body?: unknown; reply: unknown }) {
  const schema = { querystring: call.query, body: call.body, response: { 200: call.reply } };
  const route = { method: 'GET', url: '/', handler: () => undefined };
  const json = toJsonSchema({ schema, url: '/', route, openapiObject: { openapi: '3.1.0' } } as never).schema;
  // The OpenAPI plugin writes a constant as an enum of one.
  const text = JSON.stringify(json).replace(/"const":(true|"[^"]*")/g, '"enum":[$1]');
  return JSON.parse(text) as {
    querystring?: { properties: Record<string, object> };
    body?: object;
    response: Record<string, object>;
  };
}

describe('the description of the API', () => {
  it('passes a linter without warnings', { tags: 'tools' }, async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });
});

describe('the calls in the types of the web client', () => {
  it.each(names)('%s matches the document', (name) => {
    const operation = findOperation(name);
    const expected = described(apiCalls[name]);
    expect(schemaIn(operation?.responses['200'])).toEqual(expected.response['200']);
    expect(schemaIn(operation?.requestBody)).toEqual(describedBodies()[name] ?? expected.body);
    const query = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    expect(query.map((parameter) => parameter.name).sort()).toEqual(
      Object.keys(expected.querystring?.properties ?? {}).sort(),
    );
    const params = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(params.map(({ name }) => `{${name}}`)).toEqual(name.match(/\{\w+\}/g) ?? []);
  });
});

describe('the examples of the document', () => {
  it.each(Object.entries(examples))('%s match their schemas and are shown', (name, example) => {
    const call = apiCalls[name as ApiCallName];
    if (example?.body) expect('body' in call && call.body.parse(example.body)).toEqual(example.body);
    if (example?.reply) expect(call.reply.parse(example.reply)).toEqual(example.reply);
    const operation = findOperation(name);
    expect(operation?.requestBody?.content?.['application/json']?.example).toEqual(example?.body);
    expect(operation?.responses['200']?.content?.['application/json']?.example).toEqual(example?.reply);
  });

  it('exist for every call with a body', () => {
    const sending = names.filter((name) => 'body' in apiCalls[name] && !name.includes('/api/admin/'));
    const withoutExample = sending.filter((name) => {
      const { example, examples: several } =
        findOperation(name)?.requestBody?.content?.['application/json'] ?? {};
      return example === undefined && several === undefined;
    });
    expect(withoutExample).toEqual([]);
  });
});
