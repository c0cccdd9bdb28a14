import { Frame } from 'node-av';
import { AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA } from 'node-av/constants';
import sharp, { type Sharp } from 'sharp';
import { type Caption, drawCaption } from './caption.ts';
import { encodeVideo, type Picture } from './encode-video.ts';
import { paintSky, planScene } from './scene.ts';
import { type Layer, sceneLayers } from './scene-layers.ts';

export type VideoOrder = {
  width: number;
  height: number;
  fps: number;
  frameCount: number;
  /** How many pictures are drawn for a second, each shown for several frames: a whole number. `fps` when absent. */
  picturesPerSecond?: number;
  /** x264's constant quality: lower is better. */
  quality: number;
  seed: number;
  caption: Caption;
  /** One or two photos to pan over; without any a landscape is drawn. */
  photoPaths: readonly string[];
  /** Cuts out the middle, before nothing: a WebM that is seen through. */
  isCutOut?: boolean;
  /** Runs back to its first picture, so that it can be repeated without a jump. Twice as long. */
  isLoop?: boolean;
  /** A result that decodes and is none. */
  fault?: 'black' | 'dim' | 'frozen';
};

type Plan = Pick<Parameters<typeof encodeVideo>[0], 'graph' | 'stills' | 'moving'>;

const thereAndBack = 'split[there][copy];[copy]reverse[back];[there][back]concat,';
const yuvaPicture = 'format=yuva420p';
/** Photos are scaled up by this factor, which leaves room to pan. */
const photoRoom = 1.14;

/** Draws an animation with its caption and writes it to `outputPath` as an mp4. */
export async function renderVideo(video: VideoOrder, outputPath: string): Promise<void> {
  const picturesPerSecond = Math.min(video.fps, video.picturesPerSecond ?? video.fps);
  const pictureCount = Math.ceil((video.frameCount * picturesPerSecond) / video.fps);
  const order = { ...video, fps: picturesPerSecond, frameCount: pictureCount };
  const frameCount = video.frameCount * (video.isLoop ? 2 : 1);
  const words = await drawCaption(order.caption, order.width, order.height);
  const caption = await toStill(words, order.width, order.height);
  const background = order.photoPaths.length > 0 ? await photoPlan(order) : await landscapePlan(order);
  const size = `${order.width}x${order.height}`;
  const whole = `${source('caption', size, 'rgba', order.fps)},${yuvaPicture}[caption];[picture][caption]overlay=format=yuv420,${order.isLoop ? thereAndBack : ''}${describeFault(order)}format=yuv420p`;
  const last = order.isCutOut
    ? `${source('middle', size, 'rgba', order.fps)},alphaextract[middle];${whole}[whole];[whole][middle]alphamerge,${yuvaPicture},buffersink@out`
    : `${whole},buffersink@out`;
  const stills = new Map([...background.stills, ['caption', caption]]);
  if (order.isCutOut) stills.set('middle', await drawMiddle(order));
  try {
    const rates = { fps: video.fps, frameCount, picturesPerSecond, pictureCount };
    const graph = `${background.graph};${last}`;
    const isTransparent = video.isCutOut === true;
    encodeVideo({ ...video, ...rates, ...background, stills, graph, isTransparent }, outputPath);
  } finally {
    for (const { frame } of stills.values()) frame.free();
  }
}

/** Draws the part of a picture that stays when it is cut out: an ellipse in its middle. */
function drawMiddle({ width, height }: VideoOrder): Promise<Picture> {
  const middle = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="35%" ry="42%" /></svg>`;
  return toStill(sharp(Buffer.from(middle)), width, height);
}

function describeFault({ fault, frameCount }: VideoOrder): string {
  if (fault === 'black') return 'drawbox=color=black:thickness=fill,';
  // A twelfth of the light, without colour.
  if (fault === 'dim') return "lutyuv=y='16+(val-16)/12':u=128:v=128,";
  return fault === 'frozen' ? `loop=loop=-1:size=1,trim=end_frame=${frameCount},` : '';
}

async function landscapePlan({ width, height, fps, frameCount, seed, caption }: VideoOrder): Promise<Plan> {
  const scene = planScene(caption.prompt, seed);
  const skyWidth = Math.max(2, Math.round(width / 8));
  const skyHeight = Math.max(2, Math.round(height / 8));
  const skySize = `${skyWidth}x${skyHeight}`;
  const layers = sceneLayers(scene, width, height);
  const seconds = frameCount / fps;
  const steps = [
    `${source('sky', skySize, 'rgb24', fps)},scale=${width}:${height}:flags=bicubic,format=yuv420p[step0]`,
    ...layers.flatMap((layer, index) => [
      `${source(`layer${index}`, `${layer.width}x${layer.height}`, 'rgba', fps)},${yuvaPicture}[layer${index}]`,
      `[step${index}][layer${index}]overlay=${path(layer, seconds)}:format=yuv420[step${index + 1}]`,
    ]),
    `[step${layers.length}]null[picture]`,
  ];
  const drawn = layers.map(async (layer, index) => {
    const still = await toStill(sharp(Buffer.from(layer.svg)), layer.width, layer.height);
    return [`layer${index}`, still] as const;
  });
  const sky = (index: number) => {
    const pixels = paintSky(scene, skyWidth, skyHeight, index / frameCount);
    return toPicture(pixels, { width: skyWidth, height: skyHeight, fps, index });
  };
  return {
    graph: steps.join(';'),
    stills: new Map(await Promise.all(drawn)),
    moving: new Map([['sky', sky]]),
  };
}

/** A slow pan over a photo, or a pan that fades from the first photo into the second. */
async function photoPlan({ width, height, fps, frameCount, photoPaths }: VideoOrder): Promise<Plan> {
  const large = { width: Math.round(width * photoRoom), height: Math.round(height * photoRoom) };
  const seconds = frameCount / fps;
  const pan = `crop=${width}:${height}:x='(iw-ow)*t/${seconds}':y='(ih-oh)*(1-t/${seconds})',setsar=1`;
  const names = photoPaths.slice(0, 2).map((_, index) => `photo${index}`);
  const steps = names.map(
    (name) =>
      `${source(name, `${large.width}x${large.height}`, 'rgb24', fps)},${pan},format=yuv420p[${name}]`,
  );
  const fade = `[photo0][photo1]xfade=transition=fade:duration=${seconds * 0.5}:offset=${seconds * 0.25},trim=end_frame=${frameCount}[picture]`;
  steps.push(names.length > 1 ? fade : '[photo0]null[picture]');
  const moving = names.map(async (name, place) => {
    const photo = sharp(photoPaths[place])
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' });
    const pixels = await photo.resize(large.width, large.height, { fit: 'cover' }).raw().toBuffer();
    const pictureAt = (index: number) => toPicture(pixels, { ...large, fps, index });
    return [name, pictureAt] as const;
  });
  return { graph: steps.join(';'), stills: new Map(), moving: new Map(await Promise.all(moving)) };
}

function source(name: string, size: string, pixels: string, fps: number): string {
  return `buffer@${name}=video_size=${size}:pix_fmt=${pixels}:time_base=1/${fps}:frame_rate=${fps}`;
}

function path({ left, top, dx, dy }: Layer, seconds: number): string {
  return `x='${left}+${dx}*t/${seconds}':y='${top}+${dy}*t/${seconds}'`;
}

type Place = { width: number; height: number; fps: number; index: number };

/** One of several pictures, in RGB. */
function toPicture(pixels: Buffer, { width, height, fps, index }: Place): Picture {
  const timeBase = { num: 1, den: fps };
  const format = AV_PIX_FMT_RGB24;
  return {
    frame: Frame.fromVideoBuffer(pixels, { width, height, format, timeBase, pts: BigInt(index) }),
    pixels,
  };
}

/** The only picture, in RGBA. */
async function toStill(picture: Sharp, width: number, height: number): Promise<Picture> {
  const pixels = await picture.ensureAlpha().toColourspace('srgb').raw().toBuffer();
  const timeBase = { num: 1, den: 1 };
  const format = AV_PIX_FMT_RGBA;
  return { frame: Frame.fromVideoBuffer(pixels, { width, height, format, timeBase, pts: 0n }), pixels };
}
