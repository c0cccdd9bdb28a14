import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planKind } from './plan-kind.ts';
import { fromFiles, fromInstalledTypes } from './sources.ts';
import { readWanted } from './wanted.ts';

const endpoint = 'maker/reel-9/text-to-video';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-sources-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

it('the error of an unknown endpoint names the nearest ones', () => {
  expect(() => fromInstalledTypes('fal-ai/flux-schnel')).toThrow(
    /nearest ones are:\n {2}fal-ai\/flux\/schnell/,
  );
});

/** A page in fal's form for language models. */
const page = `# Reel 9

> A video from words.

## Overview

- **Endpoint**: \`https://fal.run/${endpoint}\`
- **Model ID**: \`${endpoint}\`
- **Category**: text-to-video
- **Kind**: inference

## Pricing

- **480P**: $0.05 per second
- **4k**: $0.30 per second

For more details, see [fal.ai pricing](https://fal.ai/pricing).

## API Information

### Input Schema

The API accepts the following input parameters:


- **\`prompt\`** (\`string\`, _required_):
  What happens in the video
  - Max length: 2000
  - Examples: "A kite"

- **\`duration\`** (\`integer\`, _optional_):
  Seconds. Default value: \`5\`
  - Default: \`5\`
  - Range: \`3\` to \`10\`

- **\`resolution\`** (\`ResolutionEnum\`, _optional_):
  Lines of the video. Default value: \`"480P"\`
  - Default: \`"480P"\`
  - Options: \`"480P"\`, \`"4k"\`

- **\`image_size\`** (\`ImageSize | Enum\`, _optional_):
  - Default: \`"square"\`
  - Options: \`"square"\`, \`"wide"\`

- **\`generate_audio\`** (\`boolean\`, _optional_):
  - Default: \`true\`

- **\`image_urls\`** (\`list<string>\`, _optional_):
  - Array of string

**Required Parameters Example**:

\`\`\`json
{ "prompt": "A kite" }
\`\`\`

### Output Schema

The API returns the following output format:

- **\`video\`** (\`File\`, _required_):
  The video

- **\`seed\`** (\`integer\`, _required_):

## Usage Examples

### cURL
`;

const facts = {
  endpoint,
  source: 'https://fal.ai/models/maker/reel-9',
  read: '2026-10-08',
  price: '480P $0.05, 4k $0.30 per second',
  input: [
    { name: 'prompt', type: 'text', required: true },
    { name: 'duration', type: 'integer', range: [3, 10], default: 5 },
    { name: 'resolution', type: 'choice', options: ['480P', '4k'], default: '480P' },
  ],
  output: [{ name: 'video', type: 'file', required: true }],
};

const document = {
  paths: {
    [`/${endpoint}`]: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/In' } } } },
      },
    },
    [`/${endpoint}/requests/{request_id}`]: {
      get: {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Out' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      In: {
        type: 'object',
        required: ['prompt'],
        properties: {
          prompt: { type: 'string' },
          duration: { type: 'integer', default: 5 },
          resolution: { type: 'string', enum: ['480P', '4k'], default: '480P' },
        },
      },
      Out: { type: 'object', required: ['video'], properties: { video: { type: 'object', properties: {} } } },
    },
  },
};

describe('a source of a draft', () => {
  it('is recognized by its content: a page for language models', () => {
    const { schema, pricing } = fromFiles([write('llms.txt', page)], endpoint);
    expect(
      schema.input.map(({ name, shape, isRequired, default: initial }) => [name, shape, isRequired, initial]),
    ).toEqual([
      ['prompt', { type: 'text', maxLength: 2_000 }, true, undefined],
      ['duration', { type: 'number', isWhole: true, min: 3, max: 10 }, false, 5],
      ['resolution', { type: 'choice', options: ['480P', '4k'] }, false, '480P'],
      ['image_size', { type: 'choice', options: ['square', 'wide'] }, false, 'square'],
      ['generate_audio', { type: 'boolean' }, false, true],
      ['image_urls', { type: 'list', of: { type: 'text' } }, false, undefined],
    ]);
    expect(schema.output.map(({ name, shape }) => [name, shape.type])).toEqual([
      ['video', 'object'],
      ['seed', 'number'],
    ]);
    expect(schema.input[1]?.description).toContain('Seconds.');
    expect(pricing).toContain('480P: $0.05 per second');
    expect(planKind(schema).medium).toBe('video');
  });

  it('is recognized by its content: a file of facts, whose price the draft has', () => {
    const { schema, facts: read } = fromFiles([write('facts.json', facts)], endpoint);
    const wanted = readWanted({ price: read?.price ?? '' }, endpoint, '2026-11-29');
    expect(planKind(schema, wanted).notes.filter(({ text }) => text.startsWith('price'))).toEqual([]);
  });

  it('is a document that facts complete with what it does not state', () => {
    const files = [write('openapi.json', document), write('facts.json', facts)];
    const { schema, facts: read } = fromFiles(files, endpoint);
    const duration = schema.input.find(({ name }) => name === 'duration');
    expect(duration).toMatchObject({ default: 5, shape: { min: 3, max: 10 } });
    expect(read?.source).toBe(facts.source);
  });

  it('is refused with both values when facts contradict the document beside them', () => {
    const changed = (field: object) => write('facts.json', { ...facts, input: [facts.input[0], field] });
    const read = (field: object) => () =>
      fromFiles([write('openapi.json', document), changed(field)], endpoint);
    const duration = { name: 'duration', type: 'integer' };
    expect(read({ ...duration, default: 8 })).toThrow('duration, default: facts 8, schema 5');
    expect(read({ ...duration, required: true })).toThrow('duration, required: facts true, schema false');
    expect(read({ name: 'duration', type: 'text' })).toThrow('duration: facts "text", schema "number"');
    expect(read({ name: 'length', type: 'integer' })).toThrow(
      'length: facts "a field", schema "no such field"',
    );
    expect(read({ name: 'resolution', type: 'choice', options: ['720P'] })).toThrow(
      'resolution, options: facts ["720P"], schema ["480P","4k"]',
    );
  });

  it('is refused when it is about another model, unreadable, or one of too many', () => {
    const one = write('facts.json', facts);
    expect(() => fromFiles([one], 'maker/other')).toThrow(`is about ${endpoint}, not maker/other`);
    expect(() => fromFiles([write('llms.txt', page)], 'maker/other')).toThrow('not maker/other');
    expect(() => fromFiles([write('broken.json', '{ "a": ')], endpoint)).toThrow('is no JSON');
    expect(() => fromFiles([write('empty.txt', 'Not found')], endpoint)).toThrow('names no Model ID');
    expect(() => fromFiles([one, one], endpoint)).toThrow('Name one schema');
  });
});
