import type { Kind } from '@atelier/catalog';

/** The names under which a query may say which kind it means (product-1 section 2). */
export const kindNames = ['video_generation_type', 'model', 'modelId'] as const;

/** Whether a text means this kind: by its id, or by its model. */
export function isNameOf(kind: Kind, text: string | undefined): boolean {
  return text !== undefined && (text === kind.id || text === modelOf(kind));
}

/** The model of a kind as its form opens. */
function modelOf(kind: Kind): string {
  const defaults = Object.entries(kind.fields).map(([name, field]) => [name, field.default]);
  return kind.columns(Object.fromEntries(defaults)).model;
}
