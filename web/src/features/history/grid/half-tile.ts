/** Shapes above this are half tiles. */
export const halfMark = 100;

/** The shape of a tile that is half a row high, in place of its ratio: two of them, one above the other, have this ratio. */
export function halfTile(ratioOfTwo: number): number {
  return halfMark + ratioOfTwo;
}

/** Width to the height of a row that a tile of this shape takes of it, on average. */
export function shareOfRow(shape: number): number {
  return shape > halfMark ? (shape - halfMark) / 2 : shape;
}
