import type { SchemaField } from '@atelier/fal';
import { expect, it } from 'vitest';
import { readTypes } from './read-types.ts';
import { nearest } from './sources.ts';

const types = readTypes();
const readInput = (endpoint: string) => byName(types.read(endpoint).input);
const byName = (fields: readonly SchemaField[]) => new Map(fields.map((field) => [field.name, field]));

it('the reader of types reads names, defaults and choices of an endpoint', () => {
  const input = readInput('fal-ai/flux/schnell');
  expect(input.get('prompt')).toMatchObject({ shape: { type: 'text' }, isRequired: true });
  expect(input.get('seed')).toMatchObject({ shape: { type: 'number', isWhole: true } });
  expect(input.get('output_format')).toMatchObject({
    shape: { type: 'choice', options: ['jpeg', 'png'] },
    default: 'jpeg',
  });
});

it('the reader of types reads a union of an object and names, and an address that the client may send as a file', () => {
  const size = readInput('fal-ai/flux/dev').get('image_size');
  expect(size?.shape).toMatchObject({
    type: 'union',
    of: [{ type: 'object', name: 'ImageSize' }, { type: 'choice' }],
  });
  expect(readInput('fal-ai/wan-i2v').get('image_url')?.shape).toEqual({ type: 'text' });
});

it('the reader of types follows the name of a shared type in the output', () => {
  expect(byName(types.read('fal-ai/ace-step').output).get('audio')).toMatchObject({
    shape: { type: 'object', name: 'File' },
    isRequired: true,
  });
});

it('the reader of types refuses an unknown endpoint, and names similar ones', () => {
  expect(() => types.read('fal-ai/flux/schnel')).toThrow('no endpoint');
  expect(nearest('fal-ai/flux/schnel', types.endpoints)[0]).toBe('fal-ai/flux/schnell');
  expect(nearest('kling-video/v2.5-turbo/pro/text-to-video', types.endpoints)[0]).toBe(
    'fal-ai/kling-video/v2.5-turbo/pro/text-to-video',
  );
});
