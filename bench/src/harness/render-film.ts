import { createMediaProcess } from '@atelier/media';
import { copyTracks, writeTestFile } from '@atelier/media/testing';
import { readPeakMb } from './process-usage.ts';

export const filmFormat = { width: 1920, height: 1080, fps: { num: 25, den: 1 } };
/** Niceness at which the workers render. */
export const filmNiceness = 19;

export type Render = { seconds: number; memoryMb: number };

/** A video with sound and the noise of a camera, whose packets are as large as those of the models. */
export async function writeShot(path: string, seconds: number): Promise<string> {
  const graph = `testsrc2=size=1920x1080:rate=25:duration=${seconds},noise=alls=6:allf=t,format=yuv420p`;
  writeTestFile({ container: 'mp4', encoder: 'libx264', preset: 'ultrafast', graph }, `${path}-silent.mp4`);
  const tone = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const samples = 'aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=1024';
  writeTestFile({ container: 'mp4', encoder: 'aac', graph: `${tone},${samples}` }, `${path}-tone.mp4`);
  await copyTracks(`${path}.mp4`, 'mp4', [
    { path: `${path}-silent.mp4`, format: 'mp4' },
    { path: `${path}-tone.mp4`, format: 'mp4' },
  ]);
  return `${path}.mp4`;
}

export type Clip = { path: string; isReversed?: boolean };

const whole = {
  start: 0,
  end: 600,
  speed: 1,
  isReversed: false,
  repeats: 1,
  volume: 1,
  fadeIn: 0,
  fadeOut: 0,
  fit: 'contain',
  focusX: 0.5,
  focusY: 0.5,
} as const;

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void };

/** Renders in a process of its own, whose memory is then that of this film. Throws `request_aborted` once the signal aborts. */
export async function renderFilm(
  clips: readonly Clip[],
  outputPath: string,
  options: Options = {},
): Promise<Render> {
  const media = createMediaProcess({ niceness: filmNiceness });
  const request = {
    clips: clips.map((clip) => ({ ...whole, ...clip })),
    format: filmFormat,
    caption: '',
    outputPath,
  };
  let memoryMb = 0;
  const onProgress = (share: number) => {
    options.onProgress?.(share);
    if (share === 1) memoryMb = readPeakMb('media-process.ts') ?? Number.NaN;
  };
  const began = performance.now();
  try {
    await media.renderCut(request, { ...options, timeoutMs: 1_800_000, onProgress });
  } finally {
    await media.close();
  }
  return { seconds: (performance.now() - began) / 1_000, memoryMb };
}
