import { type CodecContext, FFmpegError, type Frame } from 'node-av';
import { Encoder, FilterAPI, FilterComplexAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_GIF, FF_ENCODER_LIBWEBP_ANIM } from 'node-av/constants';
import type { Film } from './open-film.ts';
import { type Smallness, showSmall } from './show-small.ts';

const gif: Smallness = {
  maxSidePx: 640,
  maxFps: 15,
  toFormat: () => 'out_range=pc,format=bgra',
};

/** Pictures in which colours are looked for: enough to find them, in a fraction of the time. */
const sample: Smallness = { ...gif, maxSidePx: 240, maxFps: 5 };

/**
 * Writes a film as a gif that loops for ever, with the 256 colours that suit all of its pictures. Reads it twice: between
 * finding the colours and using them, the pictures of a minute would not fit into memory. Throws TimeIsUp at `until`.
 */
export async function writeGif(film: Film, outputPath: string, until: number): Promise<void> {
  using colours = findColours(showSmall(film, sample, until));
  using encoder = Encoder.createSync(FF_ENCODER_GIF);
  await encode(useColours(showSmall(film, gif, until), colours), encoder, { format: 'gif', outputPath });
}

/** A picture of the colours, which the caller frees. */
function findColours(pictures: Iterable<Frame | null>): Frame {
  using filter = FilterAPI.create('palettegen=stats_mode=full');
  for (const colours of filter.framesSync(pictures)) if (colours) return colours;
  throw new Error('No colours were found');
}

/** Dots in a fixed pattern stand still from picture to picture, and take less space than others. */
const dots = 'dither=bayer:bayer_scale=4:diff_mode=rectangle';

function* useColours(pictures: Iterable<Frame | null>, colours: Frame): Generator<Frame | null> {
  using filter = FilterComplexAPI.create(`[pictures][colours]paletteuse=${dots}[out]`, {
    inputs: [{ label: 'pictures' }, { label: 'colours' }],
    outputs: [{ label: 'out' }],
  });
  const take = () => {
    const taken = filter.receiveSync('out');
    return typeof taken === 'number' ? null : taken;
  };
  filter.processSync('colours', colours);
  let isFirst = true;
  for (const picture of pictures) {
    if (picture) {
      using current = picture;
      filter.processSync('pictures', current);
    } else filter.flushSync('pictures');
    // Takes no end before it has begun.
    if (isFirst) filter.flushSync('colours');
    isFirst = false;
    for (let shown = take(); shown; shown = take()) yield shown;
  }
  yield null;
}

const webp: Smallness = {
  maxSidePx: 720,
  maxFps: 20,
  // WebP has the colours of JPEG in the range of video.
  toFormat: ({ hasAlpha }) =>
    `out_color_matrix=bt601:out_range=tv,format=${hasAlpha ? 'yuva420p' : 'yuv420p'}`,
};

/** Writes a film as an animated WebP that loops for ever. Throws TimeIsUp at `until`. */
export async function writeWebp(film: Film, outputPath: string, until: number): Promise<void> {
  using encoder = Encoder.createSync(FF_ENCODER_LIBWEBP_ANIM, { configure: setQuality });
  await encode(showSmall(film, webp, until), encoder, { format: 'webp', outputPath });
}

function setQuality(context: CodecContext): void {
  for (const [name, value] of Object.entries({ quality: '75', compression_level: '1' }))
    FFmpegError.throwIfError(context.setOption(name, value), `Could not set ${name}`);
}

/** Writes a file that loops for ever. */
async function encode(
  pictures: Iterable<Frame | null>,
  encoder: Encoder,
  { format, outputPath }: { format: 'gif' | 'webp'; outputPath: string },
): Promise<void> {
  await using output = await Muxer.open(outputPath, { format, options: { loop: '0' } });
  const index = output.addStream(encoder);
  for (const packet of encoder.packetsSync(pictures)) {
    if (!packet) continue;
    using current = packet;
    output.writePacketSync(current, index);
  }
}
