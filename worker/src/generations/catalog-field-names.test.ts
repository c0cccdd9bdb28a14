import { kinds, parseInput } from '@atelier/catalog';
import { getProvider, listExamples } from '@atelier/catalog/server';
import type { GenerationRow } from '@atelier/db';
import { expect, it } from 'vitest';
import { withCatalogFieldNames } from './catalog-field-names.ts';

const failure = { code: 'provider_rejected', detail: 'Refused' } as const;
const ownNames = (kind: string, names: readonly string[]) =>
  withCatalogFieldNames({ kind } as GenerationRow, {
    ...failure,
    fields: names.map((field) => ({ field, message: 'Too small', index: 1, type: 'value_error' })),
  }).fields;

it.each(kinds.map((kind) => [kind.id, kind] as const))(
  'every field that %s sends has its name of the form',
  (id, kind) => {
    const parsed = parseInput(kind, listExamples(kind).at(-1)?.input ?? {});
    const { toRequest, table } = getProvider(kind);
    const { body } = toRequest(parsed.ok ? parsed.input : {});
    const sent = Object.keys(body).filter((name) => !Object.hasOwn(table.fixed ?? {}, name));
    const named = ownNames(id, sent) ?? [];
    expect(named).toHaveLength(sent.length);
    for (const { field } of named) expect(kind.fields).toHaveProperty(field);
  },
);

it('a field reason keeps the index in a list and the type, and drops fields that the form does not have', () => {
  expect(ownNames('kling-v3-pro-image-to-video', ['start_image_url', 'shot_type', 'image_url'])).toEqual([
    { field: 'image_url', message: 'Too small', index: 1, type: 'value_error' },
  ]);
});
