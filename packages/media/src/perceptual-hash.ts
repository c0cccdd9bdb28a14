import type { Sharp } from 'sharp';

/** The picture is compared at this size, in grey. */
const side = 32;
/** Number of the lowest frequencies in each direction, without the constant one: they survive resizing. */
const frequencies = 8;
/** Strength below which the strongest frequency is only noise: all flat pictures would be copies of each other. */
const flatBelow = 24;

const cosines = Array.from({ length: frequencies }, (_, index) =>
  Array.from({ length: side }, (_at, at) => Math.cos((Math.PI * (index + 1) * (2 * at + 1)) / (2 * side))),
);

/**
 * 64 bits as `0` and `1`: which of the lowest frequencies of a picture (a discrete cosine transform) are stronger than
 * their median. Resizing, recompression and changes of brightness flip few of them. Returns null when the picture is flat.
 */
export async function perceptualHash(picture: Sharp): Promise<string | null> {
  const grey = await picture.resize(side, side, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
  const rows = Array.from({ length: side }, (_, y) =>
    cosines.map((cosine) => cosine.reduce((sum, factor, x) => sum + factor * (grey[y * side + x] ?? 0), 0)),
  );
  const strengths = cosines.flatMap((cosine) =>
    Array.from({ length: frequencies }, (_, across) =>
      cosine.reduce((sum, factor, y) => sum + factor * (rows[y]?.[across] ?? 0), 0),
    ),
  );
  if (Math.max(...strengths.map(Math.abs)) / side < flatBelow) return null;
  const sorted = strengths.toSorted((a, b) => a - b);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  return strengths.map((strength) => (strength > median ? '1' : '0')).join('');
}
