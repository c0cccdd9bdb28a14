import { getKind } from '@atelier/catalog';
import { getProvider, kindsOfInstalledTypes } from '@atelier/catalog/server';
import { expect, it } from 'vitest';
import { readTypes } from './read-types.ts';

it('kinds that the installed types verify are endpoints of the installed client', () => {
  const { endpoints } = readTypes();
  const ids = [...kindsOfInstalledTypes];
  expect(ids.filter((id) => !endpoints.includes(getProvider(getKind(id)).endpoint))).toEqual([]);
});
