import type { Medium } from '@atelier/catalog';
import { redirect } from '@tanstack/react-router';
import { type KindEntry, kindEntries } from '../kinds/kind-entries.build.ts';
import { pageTarget } from './menu.ts';

type Query = Readonly<Record<string, string>>;

/** The parameters that may name a kind or its model, in order of precedence. The later ones are in older links. */
export const kindNames = ['video_generation_type', 'model', 'modelId', 'model_name'] as const;

/** The parameters that may select one of the kinds of a model. */
export const modeNames = ['mode', 'image_generation_type'] as const;

/** A kind, the path of its page below /creator, and the query for its form. */
type Choice = { kindId: string; path: string; query: Query };

/**
 * The kind that a query names, by its id or its model, and by the mode where a model has several. The returned query has
 * the kind as `model`, which marks it as a complete description for the form. Without a name, or with an unknown one,
 * the result is the first kind of the mode or the medium; the unknown name stays in the query for the form to report.
 */
export function chooseKind(medium: Medium, query: Query): Choice {
  const all = kindEntries.filter((entry) => entry.medium === medium);
  const modeName = modeNames.find((name) => all.some((kind) => isModeOf(kind, query[name])));
  const mode = modeName && query[modeName];
  const kinds = mode ? all.filter((kind) => isModeOf(kind, mode)) : all;
  const rest = modeName ? without(query, modeName) : query;
  for (const name of kindNames) {
    const kind = findNamed(kinds, query[name]);
    if (kind) return { kindId: kind.id, path: kind.path, query: { ...without(rest, name), model: kind.id } };
  }
  const { id: kindId = '', path = '' } = kinds[0] ?? {};
  const isNamed = kindNames.some((name) => query[name] !== undefined);
  return { kindId, path, query: mode && !isNamed ? { ...rest, model: kindId } : rest };
}

/** Redirects to the page of what a query names, unless that is the page with this id: the end of its path. */
export function redirectToModel(query: Query, pageId: string | undefined, medium: Medium): void {
  const chosen = chooseKind(medium, query);
  const target = pageTarget(chosen.path);
  if (chosen.query.model !== chosen.kindId || target.params.type === pageId) return;
  throw redirect({ ...target, search: chosen.query, replace: true });
}

/** Redirects to the page of what a query describes. */
export function redirectToForm(query: Query, medium: Medium): void {
  const { path, query: search } = chooseKind(medium, query);
  throw redirect({ ...pageTarget(path), search, replace: true });
}

function findNamed(kinds: readonly KindEntry[], name: string | undefined): KindEntry | undefined {
  return kinds.find(({ id }) => id === name) ?? kinds.find((kind) => isNameOf(kind, name));
}

function without(query: Query, name: string): Query {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}

/** Whether a text is the id or the model of this kind. */
export function isNameOf({ id, model }: KindEntry, text: string | undefined): boolean {
  return text !== undefined && (text === id || text === model);
}

export function isModeOf({ mode }: KindEntry, text: string | undefined): boolean {
  return text !== undefined && text === mode;
}
