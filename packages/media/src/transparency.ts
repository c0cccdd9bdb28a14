import { avGetPixFmtName, type Frame, type Stream } from 'node-av';
import { Decoder, type DecoderOptions } from 'node-av/api';
import {
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
} from 'node-av/constants';

/** Decoders of the transparency that WebM carries beside its pictures. FFmpeg's own show what was made transparent. */
const clearDecoders = new Map<number, typeof FF_DECODER_LIBVPX_VP8 | typeof FF_DECODER_LIBVPX_VP9>([
  [AV_CODEC_ID_VP8, FF_DECODER_LIBVPX_VP8],
  [AV_CODEC_ID_VP9, FF_DECODER_LIBVPX_VP9],
]);

/** Opens the decoder of a video track whose pictures are to be shown as players do, with their transparency. */
export function openPictureDecoder(stream: Stream, options: DecoderOptions = {}): Decoder {
  const codec = isMarkedClear(stream) ? clearDecoders.get(stream.codecpar.codecId) : undefined;
  return codec ? Decoder.createSync(stream, codec, options) : Decoder.createSync(stream, options);
}

/** Whether pictures of this track may have transparent parts, before one of them is decoded. */
export function mayBeClear(stream: Stream): boolean {
  return isMarkedClear(stream) || hasAlpha(stream.codecpar);
}

function isMarkedClear({ metadata }: Stream): boolean {
  return metadata?.get('alpha_mode') === '1';
}

/** Whether parts may be transparent. */
export function hasAlpha({ format }: Pick<Frame, 'format'>): boolean {
  return /^(yuva|gbrap|rgba|bgra|argb|abgr|ya\d|pal8)/.test(avGetPixFmtName(format as never) ?? '');
}

/** Filter that shows transparent parts on black, which is what colours multiplied by their opacity are. */
export const onBlack = 'format=gbrap,premultiply=inplace=1,';
