import sharp, { type Sharp } from 'sharp';
import { readHead } from './read-head.ts';

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

export type NormalizeRequest = {
  inputPath: string;
  outputPath: string;
  /** Type to write; by default that of the file, with a gif becoming a png of its first picture. */
  contentType?: ImageType;
  maxSidePx: number;
  maxPixels: number;
};

export type NormalizedImage =
  | { ok: true; contentType: ImageType; width: number; height: number }
  | { ok: false; reason: 'too_large' };

const qualities = { 'image/jpeg': 92, 'image/webp': 92 };

/**
 * Decodes and re-encodes an image, so that nothing but its picture is kept: no metadata, nothing behind the end,
 * nothing that a browser could take for another type. Its orientation is applied. Throws when it is no image or
 * cannot be decoded.
 */
export async function normalizeImage(request: NormalizeRequest): Promise<NormalizedImage> {
  const { contentType: found } = await readHead(request.inputPath);
  if (!found.startsWith('image/')) throw new Error('The file is no image');
  // The header is read without a limit: a bomb is to be called too large, not broken.
  const { width, height } = await sharp(request.inputPath, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > request.maxSidePx || width * height > request.maxPixels) {
    return { ok: false, reason: 'too_large' };
  }
  const contentType = request.contentType ?? (found === 'image/gif' ? 'image/png' : (found as ImageType));
  const picture = sharp(request.inputPath, { failOn: 'truncated', limitInputPixels: request.maxPixels })
    .autoOrient()
    .toColourspace('srgb');
  const written = await encode(picture, contentType).toFile(request.outputPath);
  return { ok: true, contentType, width: written.width, height: written.height };
}

function encode(picture: Sharp, contentType: ImageType): Sharp {
  if (contentType === 'image/png') return picture.png();
  const quality = qualities[contentType];
  // jpeg has no transparency; what was see-through becomes white and not black.
  return contentType === 'image/webp'
    ? picture.webp({ quality })
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality });
}
