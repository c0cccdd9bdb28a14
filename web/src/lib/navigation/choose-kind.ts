import { defaultInput, type Kind, kindsOf, type Medium } from '@atelier/catalog';

type Query = Readonly<Record<string, string>>;

/** The parameters that may name a kind or its model, in order of precedence. The later ones are in older links. */
export const kindNames = ['video_generation_type', 'model', 'modelId', 'model_name'] as const;

/** The parameters that may select one of the kinds of a model. */
export const modeNames = ['mode', 'image_generation_type'] as const;

/**
 * The kind that a query names, by its id or its model, and by the mode where a model has several. The returned query has
 * the kind as `model`, which marks it as a complete description for the form. Without a name, or with an unknown one,
 * the result is the first kind of the mode or the medium; the unknown name stays in the query for the form to report.
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

/** Whether a text is the id or the model of this kind. */
export function isNameOf(kind: Kind, text: string | undefined): boolean {
  return text !== undefined && (text === kind.id || text === kind.columns(defaultInput(kind)).model);
}

export function isModeOf(kind: Kind, text: string | undefined): boolean {
  return text !== undefined && text === kind.columns(defaultInput(kind)).mode;
}
