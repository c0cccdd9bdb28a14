import { kinds, parseInput } from '@atelier/catalog';
import { getProvider, listExamples } from '@atelier/catalog/server';
import { expect, it } from 'vitest';
import { endpoints } from './index.ts';
import { validateInput } from './validate-input.ts';

const examples = kinds.flatMap((kind) =>
  listExamples(kind).map(({ input }) => [kind.id, kind, input] as const),
);

it.each(examples)('fal accepts the requests of the examples of %s', (_id, kind, raw) => {
  const parsed = parseInput(kind, raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const endpoint = endpoints.get(getProvider(kind).endpoint);
  if (!endpoint) throw new Error(`There is no endpoint for ${kind.id}`);
  const { body } = getProvider(kind).toRequest(parsed.input);
  const checked = validateInput(endpoint.fields, body);
  expect(checked).not.toHaveProperty('detail');
  // fal ignores a field that the model does not know, without an error.
  expect(Object.keys(body).filter((name) => !Object.hasOwn(endpoint.fields, name))).toEqual([]);
});
