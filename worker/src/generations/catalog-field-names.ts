import { findKind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { GenerationRow } from '@atelier/db';
import type { Failure } from '@atelier/fal';

/** A failure whose fields have our own names; one that the kind does not have is left to the reason alone. */
export function withCatalogFieldNames(
  { kind: kindId }: GenerationRow,
  { fields = [], ...failure }: Failure,
): Failure {
  const kind = findKind(kindId);
  if (!kind) return failure;
  const { nameHere } = getProvider(kind);
  return {
    ...failure,
    fields: fields.flatMap(({ field, ...said }) => {
      const name = nameHere(field);
      return name === undefined ? [] : [{ field: name, ...said }];
    }),
  };
}
