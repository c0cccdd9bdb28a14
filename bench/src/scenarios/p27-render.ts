import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBesideFilm } from '../harness/beside-film.ts';
import { filmFormat, filmNiceness, type Render, renderFilm, writeShot } from '../harness/render-film.ts';
import { median } from '../measure/statistics.ts';
import type { Finding, Scenario } from '../scenario.ts';

/** Shots of five seconds, as films have them. */
const shots = { full: 12, small: 2 };
const shotSeconds = 5;
const rounds = 3;
const reversedSeconds = { full: 60, small: 2 };
const maxOfPeer = 1.5;
const maxOfLength = 2;
const maxMemoryMb = 400;
const minShareBeside = 0.9;

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
    const { alone, beside } = await measureBesideFilm(context, film, join(folder, 'beside.mp4'));
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
        {
          what: 'submissions answered while a film is rendered (P1)',
          measured: { value: beside, unit: '/s' },
          reference: { value: alone, unit: '/s', what: 'without it' },
          target: `at least ${minShareBeside} of it`,
          isMet: beside >= minShareBeside * alone,
        },
      ],
      notes: [
        `${shots[size]} shots of ${shotSeconds} s in H.264 with AAC, joined; by turns with ffmpeg of this machine (${peer ?? 'not installed'}):`,
        `the same filters, encoder, quality and sound, both at niceness ${filmNiceness} on a machine without other work, where ours does not pause.`,
        'Memory is the most that was ever resident, from /proc.',
      ],
    };
  },
};

/** Does what `renderCut` does, by a command line. Returns seconds. */
async function renderByFfmpeg(shot: string, count: number, outputPath: string): Promise<number> {
  const clips = Array.from({ length: count }, (_, index) => index);
  const { width, height, fps } = filmFormat;
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
    String(filmNiceness),
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
