import { kindsOf, type Medium } from '@atelier/catalog';
import { isNameOf, kindNames } from './name-kind.ts';

type Query = Readonly<Record<string, string>>;

/**
 * The kind that a query asks for, by the kind's id or its model. It is named as `model` in the query that comes back,
 * which tells the form that the query describes all of it. Without a name, or with one that does not exist, it is the
 * medium's first kind; the unknown name stays in the query for the form to tell.
 */
export function chooseKind(medium: Medium, query: Query): { kindId: string; query: Query } {
  const kinds = kindsOf(medium);
  for (const name of kindNames) {
    const wanted = query[name];
    if (!wanted) continue;
    const kind =
      kinds.find((candidate) => candidate.id === wanted) ??
      kinds.find((candidate) => isNameOf(candidate, wanted));
    if (!kind) continue;
    const { [name]: _, ...rest } = query;
    return { kindId: kind.id, query: { ...rest, model: kind.id } };
  }
  return { kindId: kinds[0]?.id ?? '', query };
}
