import sharp, { type Sharp } from 'sharp';
import { type Caption, captionLayers } from './caption.ts';
import { paintSky, planScene } from './scene.ts';
import { sceneLayers } from './scene-layers.ts';

export type ImageOrder = {
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  seed: number;
  /** Text to draw; absent for the photo as it is, or, without one, for a black image, as fal returns for flagged content. */
  caption?: Caption;
  /** The image to start from; without it a landscape is drawn. */
  photoPath?: string;
  /** Almost black, with a little light above. */
  isDim?: boolean;
  /** Text in the file's description; it survives as long as the file is not encoded again. */
  mark?: string;
  /** An oval of the photo, before nothing. */
  isCutOut?: boolean;
};

export async function renderImage(order: ImageOrder, outputPath: string): Promise<void> {
  const drawn = order.caption ? await draw(order, order.caption) : undrawnPicture(order);
  const picture = order.mark ? drawn.withExif({ IFD0: { ImageDescription: order.mark } }) : drawn;
  await (order.format === 'png'
    ? picture.png({ compressionLevel: 6 })
    : picture.jpeg({ quality: 90 })
  ).toFile(outputPath);
}

async function draw(order: ImageOrder, caption: Caption): Promise<Sharp> {
  const { width, height, seed, photoPath } = order;
  const words = await captionLayers(caption, width, height);
  if (photoPath) return photoPicture(photoPath, order).composite(words);
  const scene = planScene(caption.prompt, seed);
  const skyWidth = Math.max(2, Math.round(width / 8));
  const skyHeight = Math.max(2, Math.round(height / 8));
  const sky = sharp(paintSky(scene, skyWidth, skyHeight, 0.3), {
    raw: { width: skyWidth, height: skyHeight, channels: 3 },
  }).resize(width, height, { kernel: 'cubic', fit: 'fill' });
  const layers = sceneLayers(scene, width, height).map(({ svg, left, top }) =>
    svg.replace('<svg', `<svg x="${left}" y="${top}"`),
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${layers.join('')}</svg>`;
  return sky.composite([{ input: Buffer.from(drawing) }, ...words]);
}

type Size = { width: number; height: number };

function photoPicture(path: string, { width, height }: Size): Sharp {
  const photo = sharp(path).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' });
  return photo.resize(width, height, { fit: 'cover' });
}

function dimPicture(width: number, height: number): Sharp {
  const light =
    '<linearGradient id="light" x2="0" y2="1"><stop stop-color="#161619"/><stop offset="1"/></linearGradient>';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${light}</defs><rect width="100%" height="100%" fill="url(#light)"/></svg>`;
  return sharp(Buffer.from(picture)).flatten({ background: '#000000' });
}

function cutOut(photo: Sharp, { width, height }: Size): Sharp {
  const oval = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="38%" ry="42%"/></svg>`;
  return photo.ensureAlpha().composite([{ input: Buffer.from(oval), blend: 'dest-in' }]);
}

function undrawnPicture({ photoPath, width, height, isDim, isCutOut }: ImageOrder): Sharp {
  if (isDim) return dimPicture(width, height);
  if (photoPath) {
    const photo = photoPicture(photoPath, { width, height });
    return isCutOut ? cutOut(photo, { width, height }) : photo;
  }
  return sharp({ create: { width, height, channels: 3, background: '#000000' } });
}
