import sharp, { type Sharp } from 'sharp';
import { decodeStill } from './decode-still.ts';
import { measureFile } from './measure-packets.ts';
import { findPicture, openMedia } from './open-media.ts';
import { perceptualHash } from './perceptual-hash.ts';
import { readHead } from './read-head.ts';
import { readTurn, turnPicture } from './rotation.ts';

/**
 * Size of the still in pixels, its average colour as `#rrggbb` to paint while it loads, which one that is partly transparent
 * does not have, and its perceptual hash as 64 bits, which a flat picture does not have.
 */
export type Poster = {
  width: number;
  height: number;
  placeholder: string | null;
  perceptualHash: string | null;
};

/** The opening of a video is often a fade or a title; a tenth in shows what it is about. */
const posterPosition = 0.1;

/**
 * Writes a webp still of at most `maxWidth` pixels width. An image is shown on white; a video stays transparent, as it is
 * over the ground of its player. Throws for sound and for what cannot be decoded.
 */
export async function makePoster(request: {
  inputPath: string;
  outputPath: string;
  maxWidth: number;
}): Promise<Poster> {
  const picture = await openPicture(request.inputPath, request.maxWidth);
  const { data, info } = await picture
    .resize({ width: request.maxWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  const isClear = channels === 4 && !(await sharp(data, { raw }).stats()).isOpaque;
  await sharp(data, { raw }).webp({ quality: 82 }).toFile(request.outputPath);
  const still = () => sharp(data, { raw }).flatten({ background: '#ffffff' });
  const [red = 0, green = 0, blue = 0] = await still()
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const placeholder = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return {
    width,
    height,
    placeholder: isClear ? null : placeholder,
    perceptualHash: await perceptualHash(still()),
  };
}

async function openPicture(path: string, maxWidth: number): Promise<Sharp> {
  const { contentType } = await readHead(path);
  if (contentType.startsWith('image/') && contentType !== 'image/gif') {
    return sharp(path, { failOn: 'truncated' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' });
  }
  await using media = await openMedia(path, contentType);
  const { start, end } = await measureFile(path, contentType);
  const still = decodeStill(media, start + (end - start) * posterPosition, maxWidth);
  const { width, height, pixels, channels } = still;
  const turned = turnPicture(
    sharp(pixels, { raw: { width, height, channels } }),
    readTurn(findPicture(media)),
  );
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
