import type { Stream } from 'node-av';
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Sharp } from 'sharp';

type Size = { width: number; height: number };

/** How players turn each picture of a track before they show it: first mirrored top to bottom, then clockwise. */
export type Turn = { isMirrored: boolean; degrees: 0 | 90 | 180 | 270 };

/** Numbers of the matrix have 16 bits behind the point. */
const one = 65_536;

/**
 * The turn that the display matrix of a track asks for, as phones write it into videos that were held upright. The decoder
 * knows nothing of it. Angles between the quarters are what no player obeys; they are taken for the nearest.
 */
export function readTurn({ codecpar }: Pick<Stream, 'codecpar'>): Turn {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return { isMirrored: false, degrees: 0 };
  const at = (index: number) => matrix.readInt32LE(4 * index) / one;
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)];
  const quarters = Math.round(Math.atan2(b, a) / (Math.PI / 2));
  const degrees = ((((quarters % 4) + 4) % 4) * 90) as Turn['degrees'];
  return { isMirrored: a * d - b * c < 0, degrees };
}

/** The size at which players show pictures of this size. */
export function shownSize({ width, height }: Size, { degrees }: Turn): Size {
  return degrees % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** A picture as players show it. */
export function turnPicture(picture: Sharp, { isMirrored, degrees }: Turn): Sharp {
  // Mirroring comes first, whatever the order of the calls.
  const mirrored = isMirrored ? picture.flip() : picture;
  return degrees === 0 ? mirrored : mirrored.rotate(degrees);
}
