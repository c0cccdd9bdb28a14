import sharp from 'sharp';
import type { SmallPicture } from './measure-picture.ts';

const most = 4;
const pictureWidth = 160;

/** Draws at most four of the pictures side by side, the first and the last among them. */
export async function drawSheet(pictures: readonly SmallPicture[]): Promise<Buffer | null> {
  const [first] = pictures;
  if (!first) return null;
  const count = Math.min(most, pictures.length);
  const chosen = Array.from(
    { length: count },
    (_, at) => pictures[Math.round((at * (pictures.length - 1)) / Math.max(1, count - 1))] ?? first,
  );
  const height = Math.max(1, Math.round((first.height * pictureWidth) / first.width));
  const layers = await Promise.all(
    chosen.map(async ({ pixels, width, height: ownHeight }, at) => ({
      input: await sharp(pixels, { raw: { width, height: ownHeight, channels: 3 } })
        .resize(pictureWidth, height, { fit: 'fill' })
        .raw()
        .toBuffer(),
      raw: { width: pictureWidth, height, channels: 3 as const },
      left: at * pictureWidth,
      top: 0,
    })),
  );
  const sheet = { width: count * pictureWidth, height, channels: 3 as const, background: '#000000' };
  return sharp({ create: sheet }).composite(layers).webp({ quality: 50 }).toBuffer();
}
