import type { CutFormat } from '@atelier/catalog/cuts';
import type { Frame } from 'node-av';
import { FilterAPI } from 'node-av/api';
import { AVCOL_SPC_UNSPECIFIED } from 'node-av/constants';
import { threadCount, turnFilter } from '../captions/burn-captions.ts';
import { shownSize, type Turn } from '../rotation.ts';
import { hasAlpha, onBlack } from '../transparency.ts';
import type { RenderClip } from './render-request.ts';

export type Fitting = Pick<RenderClip, 'fit' | 'focusX' | 'focusY'> & { format: CutFormat; turn: Turn };

export type PictureFitter = {
  /** The picture in the size and the colours of the result; the caller frees it. */
  convert(picture: Frame): Frame;
  [Symbol.dispose](): void;
};

/** Makes pictures of one file fit: turned as players show them, whole between bars or filling the frame. */
export function openFitter(fitting: Fitting): PictureFitter {
  let filter: FilterAPI | undefined;
  return {
    convert(picture) {
      filter ??= FilterAPI.create(writeFilter(picture, fitting), { threads: threadCount });
      const [fitted, ...more] = filter.processAllSync(picture);
      for (const each of more) each.free();
      if (!fitted) throw new Error('The picture could not be converted');
      return fitted;
    },
    [Symbol.dispose]: () => filter?.close(),
  };
}

type Size = { width: number; height: number };

function writeFilter(picture: Frame, fitting: Fitting): string {
  const { format, turn } = fitting;
  const pixels = shownSize(picture, turn);
  const { num, den } = picture.sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? shownSize({ width: num, height: den }, turn) : { width: 1, height: 1 };
  const shown = {
    width: pixels.width * Math.max(1, aspect.width / aspect.height),
    height: pixels.height * Math.max(1, aspect.height / aspect.width),
  };
  const sized = fitting.fit === 'cover' ? cover(pixels, shown, fitting) : contain(shown, format);
  return [
    `${turnFilter(turn)}${hasAlpha(picture) ? onBlack : ''}${sized.crop}`,
    `scale=${sized.width}:${sized.height}:flags=bicubic+accurate_rnd:in_color_matrix=${readMatrix(picture)}`,
    ':out_color_matrix=bt709:out_range=tv,format=yuv420p,',
    `${sized.bars}setsar=1,setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709`,
  ].join('');
}

function contain(shown: Size, { width, height }: CutFormat) {
  const scale = Math.min(width / shown.width, height / shown.height);
  const toEven = (length: number, most: number) =>
    Math.min(most, Math.max(2, 2 * Math.round((length * scale) / 2)));
  const inner = { width: toEven(shown.width, width), height: toEven(shown.height, height) };
  const isWhole = inner.width === width && inner.height === height;
  // Colour has half of the resolution: bars begin at an even place.
  const [left, top] = [width - inner.width, height - inner.height].map((free) => 2 * Math.floor(free / 4));
  return { ...inner, crop: '', bars: isWhole ? '' : `pad=${width}:${height}:${left}:${top}:black,` };
}

/** Crops before it scales: enlarged, a picture of a very different shape would be enormous. */
function cover(pixels: Size, shown: Size, { format, focusX, focusY }: Fitting) {
  const { width, height } = format;
  const scale = Math.max(width / shown.width, height / shown.height);
  const toPixels = (length: number, shownLength: number, most: number) =>
    Math.min(most, Math.max(1, Math.round((length / scale) * (most / shownLength))));
  const across = toPixels(width, shown.width, pixels.width);
  const down = toPixels(height, shown.height, pixels.height);
  const left = Math.round((pixels.width - across) * focusX);
  const top = Math.round((pixels.height - down) * focusY);
  const isWhole = across === pixels.width && down === pixels.height;
  return { width, height, crop: isWhole ? '' : `crop=${across}:${down}:${left}:${top},`, bars: '' };
}

/** Browsers take a video that does not name its colours for BT.709 from this height on, else for BT.601. */
const hdHeight = 720;

/** The matrix of a picture's colours, as filters call it. */
export function readMatrix({ colorSpace, height }: Frame): string {
  if (colorSpace !== AVCOL_SPC_UNSPECIFIED) return 'auto';
  return height >= hdHeight ? 'bt709' : 'bt601';
}
