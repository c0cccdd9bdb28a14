import { countFrames } from '@atelier/catalog/cuts';
import { findPicture, openMedia } from '../open-media.ts';
import { readTurn, type Turn } from '../rotation.ts';
import { measureSource, type Source } from './measure-source.ts';
import type { RenderClip, RenderRequest } from './render-request.ts';

/** One run of a clip, which ends with its file, and its pictures. */
export type PlannedClip = Omit<RenderClip, 'repeats'> & { source: Source; turn: Turn; frames: number };

/** `clips` has every run; `frames` are those of all of them. */
export type CutSources = { clips: PlannedClip[]; frames: number; sound: Source | undefined };

/**
 * Measures each file once. Throws for a clip without a picture, or in a sound without a sound, or with nothing left of
 * it, and for a sound without any.
 */
export async function planClips({
  clips,
  format,
  sound,
  container = 'mp4',
}: RenderRequest): Promise<CutSources> {
  const files = new Map<string, Promise<Source>>();
  const measure = (path: string) => {
    const known = files.get(path) ?? measureSource(path);
    files.set(path, known);
    return known;
  };
  const planned: PlannedClip[] = [];
  for (const clip of clips) {
    const source = await measure(clip.path);
    const { start: first } = source.measured;
    const [start, end] = [Math.max(0, clip.start), Math.min(clip.end, source.end - first)];
    const isOfUse = container === 'mp4' ? source.hasPicture : source.hasSound;
    if (!isOfUse || !(end > start)) throw new Error('Nothing of a clip is left');
    const frames = countFrames({ start, end, speed: clip.speed }, format);
    const turn = await readTurnOfFile(source);
    planned.push(...listRuns({ ...clip, start, end, source, turn, frames }));
  }
  if (planned.length === 0) throw new Error('There is no clip');
  const added = sound && (await measure(sound.path));
  if (added && !added.hasSound) throw new Error('There is no sound');
  const frames = planned.reduce((sum, clip) => sum + clip.frames, 0);
  return { clips: planned, frames, sound: added };
}

/** The first run rises from black, and the last one falls to it. */
function listRuns({ repeats, ...clip }: PlannedClip & Pick<RenderClip, 'repeats'>): PlannedClip[] {
  return Array.from({ length: repeats }, (_, run) => ({
    ...clip,
    fadeIn: run === 0 ? clip.fadeIn : 0,
    fadeOut: run === repeats - 1 ? clip.fadeOut : 0,
  }));
}

async function readTurnOfFile({ path, contentType, hasPicture }: Source): Promise<Turn> {
  if (!hasPicture) return { isMirrored: false, degrees: 0 };
  await using media = await openMedia(path, contentType);
  return readTurn(findPicture(media));
}
