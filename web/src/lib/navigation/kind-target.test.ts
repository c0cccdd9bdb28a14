import { kindsOf } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { kindTarget } from './kind-target.ts';

it('leads to the page that the catalog names, for every video kind', () => {
  for (const { id, menu } of kindsOf('video')) {
    const { to, params } = kindTarget(id);
    expect(to.replace('$type', params.type)).toBe(`/creator/${menu.path}`);
  }
});
