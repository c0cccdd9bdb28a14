import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Fault } from '../inspect/inspection.ts';
import { writeTestFile } from './make-test-file.ts';

/** A file that a model could have delivered, made by a recipe. `fault` is null when it is good. */
export type Specimen = {
  name: string;
  fault: Fault | null;
  soldSeconds?: number;
  write: (path: string) => void | Promise<void>;
};

const size = '416x240';
const rate = 'rate=10:duration=3';
/** Short length for clips that change in every frame: they take long to encode, and their length makes no difference. */
const briefly = 'rate=10:duration=1';
const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);
const hue = (seed: number) => (seed * 47) % 360;

/** 100 files that are good, though some have little in them, and 100 with a fault. */
function inspectionCorpus(): Specimen[] {
  return [
    ...goodClips(),
    ...goodImages(),
    ...goodSounds(),
    ...faultyClips(),
    ...faultyImages(),
    ...faultySounds(),
  ];
}

/** Writes the corpus into a folder; returns each specimen with its path. */
export async function writeCorpus(folder: string): Promise<(Specimen & { path: string })[]> {
  mkdirSync(folder, { recursive: true });
  const written: (Specimen & { path: string })[] = [];
  for (const [at, specimen] of inspectionCorpus().entries()) {
    const path = join(folder, String(at));
    await specimen.write(path);
    written.push({ ...specimen, path });
  }
  return written;
}

const clip = (name: string, fault: Fault | null, graph: string): Specimen => ({
  name,
  fault,
  write: (path) =>
    writeTestFile(
      {
        container: 'mp4',
        encoder: 'libx264',
        graph: `${graph},format=yuv420p`,
        maxBFrames: 3,
        // Files of the same size as by default, for half the time.
        preset: 'veryfast',
      },
      path,
    ),
});

/** A picture of one colour, with one small thing on it that moves by `step` pixels a second. */
const moving = (background: string, thing: string, seed: number, step = 20) =>
  `color=c=${background}:size=${size}:${rate}[a];color=c=${thing}:size=${12 + seed * 3}x${10 + seed * 2}:${rate}[b];[a][b]overlay=x='${seed * 20}+t*${step}':y=${20 + seed * 9}`;

function goodClips(): Specimen[] {
  return [
    ...seeds(5).map((seed) =>
      clip(`a scene ${seed}`, null, `testsrc2=size=${size}:${rate},hue=h=${hue(seed)}`),
    ),
    ...seeds(5).map((seed) =>
      clip(
        `a fractal ${seed}`,
        null,
        `mandelbrot=size=${size}:rate=10:start_scale=${2 + seed * 0.2},trim=duration=2`,
      ),
    ),
    ...seeds(5).map((seed) => clip(`a white background ${seed}`, null, moving('white', 'red', seed))),
    ...seeds(5).map((seed) => clip(`a night ${seed}`, null, moving('0x020308', '0xd8d8ff', seed, 4))),
    ...seeds(5).map((seed) =>
      clip(
        `a still landscape with a cloud ${seed}`,
        null,
        `${landscape(seed)}[l];color=c=0xc8d8e8:size=40x12:${rate}[c];[l][c]overlay=x='${seed * 30}+t*6':y=30`,
      ),
    ),
    ...seeds(5).map((seed) =>
      clip(
        `a fade out of black ${seed}`,
        null,
        `testsrc2=size=${size}:${rate},hue=h=${hue(seed)},fade=t=in:st=1:d=1`,
      ),
    ),
    ...seeds(5).map((seed) =>
      clip(
        `a fade to white ${seed}`,
        null,
        `testsrc2=size=${size}:${rate},hue=h=${hue(seed)},fade=t=out:st=0.5:d=${1 + seed / 5}:color=white`,
      ),
    ),
    ...seeds(5).map((seed) =>
      clip(
        `grain ${seed}`,
        null,
        `${landscape(seed, briefly)},format=yuv420p,noise=alls=${20 + seed * 6}:allf=t`,
      ),
    ),
  ];
}

const landscape = (seed: number, length = rate) =>
  `gradients=size=${size}:${length}:c0=0x2040${(60 + seed * 20).toString(16)}:c1=0xe0b070:x0=0:y0=0:x1=0:y1=240:nb_colors=2:speed=0.00001:seed=${seed}`;

function faultyClips(): Specimen[] {
  const colours = ['black', 'black', '0x808080', 'white', '0x00ff00', '0x1a1a40'];
  return [
    ...colours.map((colour) => clip(`all ${colour}`, 'blank', `color=c=${colour}:size=${size}:${rate}`)),
    ...seeds(6).map((seed) =>
      clip(
        `black with faint noise ${seed}`,
        'blank',
        `color=c=0x0${seed}0${seed}0${seed}:size=${size}:${rate},format=yuv420p,noise=alls=2:allf=t:all_seed=${seed}`,
      ),
    ),
    ...seeds(8).map((seed) =>
      clip(
        `a frozen scene ${seed}`,
        'frozen',
        `testsrc2=size=${size}:${rate},trim=start=${seed / 10},setpts=PTS-STARTPTS,hue=h=${hue(seed)},loop=loop=-1:size=1,trim=duration=3`,
      ),
    ),
    ...seeds(8).map((seed) =>
      clip(`a frozen landscape ${seed}`, 'frozen', `${landscape(seed)},loop=loop=-1:size=1,trim=duration=3`),
    ),
    ...seeds(6).map((seed) =>
      clip(
        `noise ${seed}`,
        'noise',
        `color=c=0x808080:size=${size}:${briefly},format=yuv420p,noise=alls=100:allf=t+u:all_seed=${seed + 1}`,
      ),
    ),
    ...seeds(6).map((seed) => ({
      ...clip(
        `cut off ${seed}`,
        'short',
        `testsrc2=size=${size}:rate=10:duration=${0.5 + seed / 10},hue=h=${hue(seed)}`,
      ),
      soldSeconds: 5,
    })),
  ];
}

const image = (name: string, fault: Fault | null, draw: () => Sharp, seed: number): Specimen => ({
  name: `${name} ${seed}`,
  fault,
  write: async (path) => {
    const picture = draw();
    const formats = [picture.clone().jpeg({ quality: 85 }), picture.clone().png(), picture.clone().webp()];
    await (formats[seed % formats.length] ?? picture).toFile(path);
  },
});

const frame = { width: 768, height: 512 };
const svg = (body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${body}</svg>`,
    ),
  ).flatten({ background: '#ffffff' });
const fill = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`;
const grain = (sigma: number, mean = 128) =>
  sharp({ create: { ...frame, channels: 3, background: '#000', noise: { type: 'gaussian', mean, sigma } } });

const stars = (count: number, seed: number) =>
  seeds(count)
    .map((at) => {
      const place = `cx="${(at * 137 + seed * 31) % frame.width}" cy="${(at * 89 + seed * 53) % frame.height}"`;
      return `<circle ${place} r="${1 + (at % 2)}" fill="#dde"/>`;
    })
    .join('');
const lines = (seed: number) =>
  seeds(12)
    .map((row) => {
      const width = 300 + ((row * 71 + seed * 40) % 300);
      return `<rect x="60" y="${60 + row * 30}" width="${width}" height="6" fill="#222"/>`;
    })
    .join('');
const strokes = (seed: number) =>
  seeds(20)
    .map((at) => {
      const place = `cx="${(at * 97 + seed * 13) % 768}" cy="${(at * 61) % 512}"`;
      const colour = `hsl(${(hue(seed) + at * 18) % 360} 50% 50%)`;
      return `<ellipse ${place} rx="${20 + at * 4}" ry="${12 + at * 2}" fill="${colour}" fill-opacity=".6"/>`;
    })
    .join('');
const haze = (seed: number) =>
  `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="rgb(${150 + seed},${155 + seed},${160 + seed})"/><stop offset="1" stop-color="rgb(${190 + seed},${195 + seed},200)"/></linearGradient></defs>${fill('url(#g)')}`;

const goodPictures: Record<string, (seed: number) => Sharp> = {
  'an object on white': (seed) =>
    svg(
      `${fill('#fff')}<circle cx="${200 + seed * 30}" cy="250" r="${20 + seed * 9}" fill="hsl(${hue(seed)} 60% 50%)"/>`,
    ),
  'a night sky': (seed) => svg(fill('#020207') + stars(6 + seed * 4, seed)),
  fog: (seed) => svg(haze(seed)),
  'a line drawing': (seed) =>
    svg(
      `${fill('#fff')}<path d="M 40 ${100 + seed * 20} Q 300 ${seed * 60} 700 300" stroke="#000" stroke-width="2" fill="none"/>`,
    ),
  'a page of text': (seed) => svg(fill('#fff') + lines(seed)),
  sand: (seed) => grain(30 + seed * 4).blur(0.7 + seed / 20),
  'a painting': (seed) => svg(fill(`hsl(${hue(seed)} 40% 40%)`) + strokes(seed)),
};

function goodImages(): Specimen[] {
  return Object.entries(goodPictures).flatMap(([name, draw]) =>
    seeds(7).map((seed) => image(name, null, () => draw(seed), seed)),
  );
}

function faultyImages(): Specimen[] {
  const colours = [
    '#000',
    '#fff',
    '#808080',
    '#7f7f7f',
    '#00ff00',
    '#1a1a40',
    '#010101',
    '#fefefe',
    '#ff0000',
    '#335577',
  ];
  return [
    ...colours.flatMap((colour) =>
      seeds(2).map((seed) => image(`all ${colour}`, 'blank', () => svg(fill(colour)), seed)),
    ),
    ...seeds(8).map((seed) => image('black with faint noise', 'blank', () => grain(1, 3 + seed), seed)),
    ...seeds(12).map((seed) => image('noise', 'noise', () => grain(40 + seed * 4), seed)),
  ];
}

const sound = (name: string, fault: Fault | null, graph: string, soldSeconds = 2): Specimen => ({
  name,
  fault,
  soldSeconds,
  write: (path) =>
    writeTestFile(
      {
        container: 'wav',
        encoder: 'pcm_s16le',
        graph: `${graph},aformat=sample_fmts=s16:sample_rates=44100:channel_layouts=mono`,
      },
      path,
    ),
});

function goodSounds(): Specimen[] {
  return [
    ...seeds(4).map((seed) =>
      sound(`a tone ${seed}`, null, `sine=frequency=${220 * (seed + 1)}:sample_rate=44100:duration=2`),
    ),
    ...seeds(4).map((seed) =>
      sound(
        `a quiet room ${seed}`,
        null,
        `anoisesrc=color=pink:amplitude=${0.02 + seed / 100}:sample_rate=44100:duration=2:seed=${seed}`,
      ),
    ),
    ...seeds(3).map((seed) =>
      sound(
        `one knock in silence ${seed}`,
        null,
        `sine=frequency=90:sample_rate=44100:duration=2,volume=volume='if(between(t,1,1.${seed + 1}),0.6,0)':eval=frame`,
      ),
    ),
  ];
}

function faultySounds(): Specimen[] {
  return [
    ...seeds(8).map((seed) =>
      sound(
        `silence ${seed}`,
        'silent',
        `sine=frequency=${200 + seed * 100}:sample_rate=44100:duration=2,volume=${seed / 10_000}`,
      ),
    ),
    ...seeds(12).map((seed) =>
      sound(
        `cut off ${seed}`,
        'short',
        `sine=frequency=${200 + seed * 100}:sample_rate=44100:duration=${0.5 + seed / 25}`,
      ),
    ),
  ];
}
