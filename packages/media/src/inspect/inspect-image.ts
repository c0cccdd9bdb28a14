import sharp from 'sharp';
import { drawSheet } from './draw-sheet.ts';
import { type Inspection, pickWorst } from './inspection.ts';
import {
  comparedWidth,
  detailSide,
  judgeChange,
  judgeSmoothness,
  judgeSpreads,
  measureChange,
  measureSmoothness,
  measureSpread,
  type SmallPicture,
} from './measure-picture.ts';

export async function inspectImage(path: string, inputPath: string | undefined): Promise<Inspection> {
  const { autoOrient } = await sharp(path).metadata();
  const small = await readSmall(path);
  const change =
    inputPath === undefined ? undefined : measureChange(small, await readSmall(inputPath, small));
  const spread = measureSpread(small);
  const smoothness = measureSmoothness(await readDetail(path, autoOrient));
  return {
    ...pickWorst([judgeSpreads([spread]), judgeSmoothness([smoothness]), judgeChange(change)]),
    measured: { spread, smoothness, ...(change === undefined ? {} : { change }) },
    frames: await drawSheet([small]),
  };
}

/** `size`: that of another picture, whatever the ratio of this one. */
async function readSmall(path: string, size?: { width: number; height: number }): Promise<SmallPicture> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(
      size
        ? { width: size.width, height: size.height, fit: 'fill' }
        : { width: comparedWidth, withoutEnlargement: true },
    )
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The middle of the picture. */
async function readDetail(path: string, { width, height }: { width: number; height: number }) {
  const side = { width: Math.min(width, detailSide), height: Math.min(height, detailSide) };
  const left = Math.floor((width - side.width) / 2);
  const top = Math.floor((height - side.height) / 2);
  const pixels = await sharp(path)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .extract({ left, top, ...side })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { pixels, ...side };
}
