import type { Kind } from '../define-kind.ts';
import { kinds } from '../kinds.ts';

const describeShape = ({ medium, fields }: Kind) =>
  [medium, ...new Set(Object.values(fields).map(({ widget }) => widget.type))].sort().join(' ');

const firstOfShapes = [...Map.groupBy(kinds, describeShape).values()].flatMap(([first]) => first ?? []);

/** How many kinds have another medium or other widgets than the kinds before them. */
export const shapeCount = firstOfShapes.length;

/** Every kind, those first that show a shape. A test of what all kinds have in common needs the first `shapeCount`. */
export const kindsByShape: readonly Kind[] = [
  ...firstOfShapes,
  ...kinds.filter((kind) => !firstOfShapes.includes(kind)),
];
