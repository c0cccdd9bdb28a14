import { type Medium, media } from '@atelier/catalog';
import * as z from 'zod/mini';

/** The medium of a generation's kind. */
export const medium = z.enum(media);

/** The shape of an object with one value for each medium. */
export function forEachMedium<Value extends z.ZodMiniType>(value: Value): Record<Medium, Value> {
  return Object.fromEntries(media.map((each) => [each, value])) as Record<Medium, Value>;
}
