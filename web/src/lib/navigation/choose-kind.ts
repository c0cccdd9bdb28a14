import { type Kind, kindsOf, type Medium } from '@atelier/catalog';
import { isModeOf, isNameOf, kindNames, modeNames } from './name-kind.ts';

type Query = Readonly<Record<string, string>>;

/**
 * The kind that a query asks for, by the kind's id or its model, and by the mode where a model has several. It is named
 * as `model` in the query that comes back, which tells the form that the query describes all of it. Without a name, or
 * with one that does not exist, it is the first kind of the mode or the medium; the unknown name stays in the query for
 * the form to tell.
 */
export function chooseKind(medium: Medium, query: Query): { kindId: string; query: Query } {
  const all = kindsOf(medium);
  const modeName = modeNames.find((name) => all.some((kind) => isModeOf(kind, query[name])));
  const mode = modeName && query[modeName];
  const kinds = mode ? all.filter((kind) => isModeOf(kind, mode)) : all;
  const rest = modeName ? without(query, modeName) : query;
  for (const name of kindNames) {
    const kind = findNamed(kinds, query[name]);
    if (kind) return { kindId: kind.id, query: { ...without(rest, name), model: kind.id } };
  }
  const kindId = kinds[0]?.id ?? '';
  const isNamed = kindNames.some((name) => query[name] !== undefined);
  return { kindId, query: mode && !isNamed ? { ...rest, model: kindId } : rest };
}

function findNamed(kinds: readonly Kind[], name: string | undefined): Kind | undefined {
  return kinds.find(({ id }) => id === name) ?? kinds.find((kind) => isNameOf(kind, name));
}

function without(query: Query, name: string): Query {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}
