import { defaultInput, kinds } from '@atelier/catalog';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import words from '../../locales/en/kinds.json' with { type: 'json' };
import { modelName } from './model-name.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { kinds: words } } }));

it.each(kinds.map((kind) => [kind.id, kind] as const))('the model of %s has a name', (_, kind) => {
  const { model } = kind.columns(defaultInput(kind));
  expect(modelName(model)).not.toBe(model);
});

it('the name of a model that is no longer offered is its id', () => {
  for (const id of ['wan-0', 'constructor', '__proto__']) expect(modelName(id)).toBe(id);
});
