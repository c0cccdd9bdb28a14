import { defaultInput, kinds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { modelName } from './model-name.ts';

it.each(kinds.map((kind) => [kind.id, kind] as const))('the model of %s has a name', (_, kind) => {
  const { model } = kind.columns(defaultInput(kind));
  expect(modelName(model)).not.toBe(model);
});

it('keeps the id of a model that is no longer offered', () => {
  expect(modelName('wan-0')).toBe('wan-0');
});
