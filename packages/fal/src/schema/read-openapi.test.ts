import { expect, it } from 'vitest';
import { readOpenApi } from './read-openapi.ts';

const endpoint = 'fal-ai/paint/fast';

/** A document in the form of fal's, cut down to one of each thing. */
const document = {
  openapi: '3.0.4',
  paths: {
    [`/${endpoint}/requests/{request_id}/status`]: { get: {} },
    [`/${endpoint}`]: {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/PaintInput' } } },
        },
      },
    },
    [`/${endpoint}/requests/{request_id}`]: {
      get: {
        responses: {
          '200': {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/PaintOutput' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      PaintInput: {
        type: 'object',
        required: ['prompt'],
        properties: {
          prompt: { type: 'string', description: 'What to paint', minLength: 1, maxLength: 800 },
          steps: { type: 'integer', minimum: 1, maximum: 12, default: 4 },
          strength: { anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'null' }] },
          size: {
            anyOf: [{ $ref: '#/components/schemas/Size' }, { enum: ['square', 'wide'], type: 'string' }],
            default: 'square',
          },
          style: { allOf: [{ $ref: '#/components/schemas/Style' }], default: 'ink' },
          image_urls: { type: 'array', items: { type: 'string' }, maxItems: 3 },
          mode: { const: 'paint', default: 'paint' },
        },
      },
      Size: { type: 'object', properties: { width: { type: 'integer' } } },
      Style: { type: 'string', enum: ['ink', 'oil'] },
      PaintOutput: { type: 'object', required: ['images'], properties: { images: { type: 'array' } } },
    },
  },
};

it('the reader reads types, ranges, defaults and choices, through references and unions with null', () => {
  const { input, output, isDeprecated } = readOpenApi(document, endpoint);
  expect(Object.fromEntries(input.map(({ name, shape }) => [name, shape]))).toEqual({
    prompt: { type: 'text', minLength: 1, maxLength: 800 },
    steps: { type: 'number', isWhole: true, min: 1, max: 12 },
    strength: { type: 'number', isWhole: false, min: 0, max: 1 },
    size: {
      type: 'union',
      of: [
        {
          type: 'object',
          name: 'Size',
          fields: [
            { name: 'width', shape: { type: 'number', isWhole: true }, isRequired: false, description: '' },
          ],
        },
        { type: 'choice', options: ['square', 'wide'] },
      ],
    },
    style: { type: 'choice', options: ['ink', 'oil'] },
    image_urls: { type: 'list', of: { type: 'text' }, maxItems: 3 },
    mode: { type: 'choice', options: ['paint'] },
  });
  expect(input.find(({ name }) => name === 'steps')).toMatchObject({ default: 4, isRequired: false });
  expect(input.find(({ name }) => name === 'prompt')).toMatchObject({
    isRequired: true,
    description: 'What to paint',
  });
  expect(output).toMatchObject([{ name: 'images', isRequired: true }]);
  expect(isDeprecated).toBe(false);
});

it('the reader reads the endpoint from the path of the submission, and that it is deprecated', () => {
  const post = { ...document.paths[`/${endpoint}`], post: { deprecated: true, requestBody: undefined } };
  expect(readOpenApi(document).endpoint).toBe(endpoint);
  const old = structuredClone(document) as typeof document & { info?: object };
  old.info = { 'x-fal-metadata': { status: 'deprecated' } };
  expect(readOpenApi(old).isDeprecated).toBe(true);
  expect(() => readOpenApi({ paths: { [`/${endpoint}`]: post } })).toThrow('does not describe the input');
});

it('the reader throws on a document without a submission of the endpoint', () => {
  expect(() => readOpenApi(document, 'fal-ai/other')).toThrow('no path that takes a submission');
  expect(() => readOpenApi({ paths: {} })).toThrow();
  expect(() => readOpenApi('<html>')).toThrow();
});
