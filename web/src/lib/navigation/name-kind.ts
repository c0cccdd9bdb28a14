import { defaultInput, type Kind } from '@atelier/catalog';

/** The names under which a query may say which kind it means (product-1 section 2, product-2 section 7). */
export const kindNames = ['video_generation_type', 'model', 'modelId', 'model_name'] as const;

/** The names under which it may say which of the kinds of a model. */
export const modeNames = ['mode', 'image_generation_type'] as const;

/** Whether a text means this kind: by its id, or by its model. */
export function isNameOf(kind: Kind, text: string | undefined): boolean {
  return text !== undefined && (text === kind.id || text === kind.columns(defaultInput(kind)).model);
}

export function isModeOf(kind: Kind, text: string | undefined): boolean {
  return text !== undefined && text === kind.columns(defaultInput(kind)).mode;
}
