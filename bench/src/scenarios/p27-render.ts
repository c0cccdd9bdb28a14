import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaProcess } from '@atelier/media';
import { copyTracks, writeTestFile } from '@atelier/media/testing';
import { readPeakMb } from '../harness/process-usage.ts';
import { median } from '../measure/statistics.ts';
import type { Finding, Scenario } from '../scenario.ts';

/** Shots of five seconds, as films have them. */
const shots = { full: 12, small: 2 };
const shotSeconds = 5;
const rounds = 3;
const reversedSeconds = { full: 15, small: 2 };
const maxOfPeer = 1.5;
const maxOfLength = 2;
const maxMemoryMb = 400;
const niceness = 19;
const format = { width: 1920, height: 1080, fps: { num: 25, den: 1 } };

type Render = { seconds: number; memoryMb: number };

export const renderScenario: Scenario = {
  id: 'P27',
  title: 'a film of 60 s at 1080p, rendered at low priority',
  isPerBackend: false,
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-render-'));
    context.resources.defer(() => rm(folder, { recursive: true, force: true }));
    const size = context.isQuick ? 'small' : 'full';
    const length = shots[size] * shotSeconds;
    const shot = await writeShot(join(folder, 'shot'), shotSeconds);
    const film = Array.from({ length: shots[size] }, () => ({ path: shot }));
    const peer = findFfmpeg();
    const own: Render[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await renderFilm(film, join(folder, 'own.mp4')));
      if (peer !== undefined) theirs.push(await renderByFfmpeg(shot, shots[size], join(folder, 'peer.mp4')));
      context.print(
        `round ${round + 1}: ${own.at(-1)?.seconds.toFixed(1)} s, ffmpeg ${theirs.at(-1)?.toFixed(1)} s`,
      );
    }
    const seconds = median(own.map((one) => one.seconds));
    const long = await writeShot(join(folder, 'long'), reversedSeconds[size]);
    const reversed = await renderFilm([{ path: long, isReversed: true }], join(folder, 'reversed.mp4'));
    return {
      findings: [
        compareWithFfmpeg(seconds, theirs),
        {
          what: `${length} s of film, by its length`,
          measured: { value: seconds, unit: 's' },
          reference: { value: length, unit: 's', what: 'the film' },
          target: `at most ${maxOfLength} times`,
          isMet: seconds <= maxOfLength * length,
        },
        judgeMemory('memory of the process that renders', Math.max(...own.map((one) => one.memoryMb))),
        judgeMemory(`the same, ${reversedSeconds[size]} s reversed`, reversed.memoryMb),
      ],
      notes: [
        `${shots[size]} shots of ${shotSeconds} s in H.264 with AAC, joined; by turns with ffmpeg of this machine (${peer ?? 'not installed'}):`,
        `the same filters, encoder, quality and sound, both at niceness ${niceness} on a machine without other work, where ours does not pause.`,
        'Memory is the most that was ever resident, from /proc.',
      ],
    };
  },
};

/** A video with sound and the noise of a camera, whose packets are as large as those of the models. */
async function writeShot(path: string, seconds: number): Promise<string> {
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

type Clip = { path: string; isReversed?: boolean };

/** Renders in a process of its own, whose memory is then that of this film. */
async function renderFilm(clips: readonly Clip[], outputPath: string): Promise<Render> {
  const media = createMediaProcess({ niceness });
  const whole = {
    start: 0,
    end: 600,
    speed: 1,
    isReversed: false,
    repeats: 1,
    volume: 1,
    fadeIn: 0,
    fadeOut: 0,
  };
  let memoryMb = 0;
  const onProgress = () => {
    memoryMb = readPeakMb('media-process.ts') ?? Number.NaN;
  };
  const began = performance.now();
  try {
    await media.renderCut(
      {
        clips: clips.map((clip) => ({ ...whole, fit: 'contain', focusX: 0.5, focusY: 0.5, ...clip })),
        format,
        caption: '',
        outputPath,
      },
      { timeoutMs: 1_800_000, onProgress },
    );
  } finally {
    await media.close();
  }
  return { seconds: (performance.now() - began) / 1_000, memoryMb };
}

/** Does what `renderCut` does, by a command line. Returns seconds. */
async function renderByFfmpeg(shot: string, count: number, outputPath: string): Promise<number> {
  const clips = Array.from({ length: count }, (_, index) => index);
  const { width, height, fps } = format;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1`;
  const pictures = clips.map(
    (clip) => `[${clip}:v]${fit},fps=${fps.num}/${fps.den},format=yuv420p[v${clip}]`,
  );
  const tones = clips.map((clip) => `[${clip}:a]aresample=48000,aformat=channel_layouts=stereo[a${clip}]`);
  const pairs = clips.map((clip) => `[v${clip}][a${clip}]`).join('');
  const graph = [...pictures, ...tones, `${pairs}concat=n=${count}:v=1:a=1[v][a]`].join(';');
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-rc-lookahead', '4'];
  const output = [
    '-map',
    '[v]',
    '-map',
    '[a]',
    ...video,
    '-c:a',
    'aac',
    '-b:a',
    '192k',
    '-movflags',
    '+faststart',
  ];
  const inputs = clips.flatMap(() => ['-i', shot]);
  const all = [
    '-n',
    String(niceness),
    'ffmpeg',
    '-y',
    '-loglevel',
    'error',
    ...inputs,
    '-filter_complex',
    graph,
    ...output,
  ];
  const began = performance.now();
  const child = spawn('nice', [...all, outputPath], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return (performance.now() - began) / 1_000;
}

/** Version of the machine's own ffmpeg, as "5.1.9"; undefined without one. */
function findFfmpeg(): string | undefined {
  const { stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  return stdout === null ? undefined : /^ffmpeg version ([\d.]+)/.exec(stdout)?.[1];
}

function compareWithFfmpeg(seconds: number, peer: readonly number[]): Finding {
  const what = 'the film, against ffmpeg with the same filters';
  if (peer.length === 0) return { what, measured: { value: seconds, unit: 's' } };
  const reference = { value: median(peer), unit: 's', what: 'ffmpeg' } as const;
  return {
    what,
    measured: { value: seconds, unit: 's' },
    reference,
    target: `at most ${maxOfPeer} times`,
    isMet: seconds <= maxOfPeer * reference.value,
  };
}

function judgeMemory(what: string, value: number): Finding {
  return {
    what,
    measured: { value, unit: 'MB' },
    target: `at most ${maxMemoryMb} MB`,
    isMet: value <= maxMemoryMb,
  };
}
