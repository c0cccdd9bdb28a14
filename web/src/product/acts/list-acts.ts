import type { PublicGeneration } from '@atelier/contract';
import { isJoinable } from '#product/generation/actions/sounded-video.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { findKindClosure } from '#product/kinds/kind-closures.ts';
import { type Goal, goals, seededKinds, soundKinds, speechKinds } from './acts.build.ts';

/** `preview:acts.<id>` is its label. */
export type ActId = 'sound' | 'continue' | 'animate' | 'joined' | 'upscale' | 'vary';

/** The order of every place that offers the acts; the first one that fits is filled. */
const order: readonly ActId[] = ['sound', 'joined', 'animate', 'continue', 'upscale', 'vary'];

type Result = { generation: PublicGeneration; output: ShownOutput | undefined };

const fits: Readonly<Record<ActId, (result: Result) => boolean>> = {
  sound: (result) => isFile(result, 'video') && !hasSound(result.generation),
  joined: (result) => isFile(result, 'audio') && isJoinable(result.generation),
  animate: (result) => isFile(result, 'image'),
  continue: (result) => isFile(result, 'video'),
  upscale: (result) => isFile(result, 'video') || isFile(result, 'image'),
  vary: ({ generation }) => seededKinds.includes(generation.kind),
};

/** The acts that fit, but for those whose model is closed. Without an output, as of several, they are those for all of them. */
export function listActs(generation: PublicGeneration, output: ShownOutput | undefined): ActId[] {
  return order.filter((id) => fits[id]({ generation, output }) && !leadsToClosed(id, output));
}

function leadsToClosed(id: ActId, output: ShownOutput | undefined): boolean {
  const goal = output && findGoal(id, output);
  return goal ? (findKindClosure(goal.kindId)?.is_closed ?? false) : false;
}

/** The form that an act opens, its settings, and its exact price there. */
export type ActGoal = { kindId: string; field: string; settings: Record<string, string>; credits: number };

/** Returns undefined for an act that opens no form with a file. */
export function findGoal(id: ActId, output: ShownOutput): ActGoal | undefined {
  if (id === 'sound') return withSetting(goals.sound);
  if (id === 'animate') return withSetting(goals.animate);
  if (id === 'continue') return withSetting(goals.continue, nearestSize(output));
  if (id !== 'upscale') return undefined;
  return isFile({ output }, 'video')
    ? withSetting(goals.upscaleVideo, shortestLength(goals.upscaleVideo, output))
    : withSetting(goals.upscaleImage);
}

/** The form that writes down what is said in a video or a sound; undefined for any other file. */
export function findTranscribeGoal(output: ShownOutput): ActGoal | undefined {
  if (!isFile({ output }, 'video') && !isFile({ output }, 'audio')) return undefined;
  return withSetting(goals.transcribe, shortestLength(goals.transcribe, output));
}

/** The form in which an image or a video speaks with a sound; undefined for any other file, or for a longer one. */
export function findSpeakGoal(output: ShownOutput): ActGoal | undefined {
  if (isFile({ output }, 'image')) return withSetting(goals.speakingImage);
  return isFile({ output }, 'video') ? withLength(goals.speakingVideo, output) : undefined;
}

/** The form in which an image says what a sound of speech says; undefined for any other sound, or for a longer one. */
export function findVoiceGoal({ kind }: PublicGeneration, output: ShownOutput): ActGoal | undefined {
  const isSpeech = speechKinds.includes(kind) && isFile({ output }, 'audio');
  return isSpeech ? withLength(goals.spokenSound, output) : undefined;
}

function withLength(goal: Goal, output: ShownOutput): ActGoal | undefined {
  const length = shortestLength(goal, output);
  return length === undefined ? undefined : withSetting(goal, length);
}

function withSetting({ kindId, field, setting, credits }: Goal, value = ''): ActGoal {
  const isOffered = setting !== undefined && value in credits;
  return {
    kindId,
    field,
    settings: isOffered ? { [setting]: value } : {},
    credits: credits[isOffered ? value : ''] ?? 0,
  };
}

/** The seed of a result whose form takes one. */
export function findSeed({ kind, seed_used: used, input }: PublicGeneration): number | undefined {
  if (!seededKinds.includes(kind)) return undefined;
  return used ?? (typeof input.seed === 'number' ? input.seed : undefined);
}

/** The size at which a video goes on as it is: the largest that it fills. */
function nearestSize({ width, height }: ShownOutput): string | undefined {
  const short = Math.min(width ?? 0, height ?? 0);
  const sizes = listNumbers(goals.continue);
  return (sizes.findLast(([pixels]) => pixels <= short) ?? sizes[0])?.[1];
}

/** The shortest length that the whole video fits in. */
function shortestLength(goal: Goal, { duration_seconds: seconds }: ShownOutput): string | undefined {
  // A file of five seconds may be some hundredths longer.
  return listNumbers(goal).find(([most]) => most + 0.5 >= (seconds ?? 0))?.[1];
}

function listNumbers({ credits }: Goal): [number, string][] {
  return Object.keys(credits)
    .filter((value) => value !== '')
    .map((value): [number, string] => [Number.parseInt(value, 10), value])
    .sort(([a], [b]) => a - b);
}

function isFile({ output }: Pick<Result, 'output'>, type: string): boolean {
  return output?.content_type.startsWith(`${type}/`) ?? false;
}

function hasSound({ kind, input }: PublicGeneration): boolean {
  return soundKinds.includes(kind) && input.generate_audio !== false && input.generate_audio_switch !== false;
}
