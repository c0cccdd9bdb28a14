import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DescribedIssue, describedIssue, type Kind, type KindInput } from '@atelier/catalog';
import { type FileLimit, getProvider } from '@atelier/catalog/server';
import { isAppError } from '@atelier/contract';
import type { MediaFacts } from '@atelier/media';
import { copyFromStore, getWorkFolder, temporaryName } from '@atelier/storage';
import { readTimeoutMs } from './read-recording.ts';
import type { UploadDeps } from './store-upload.ts';

/** 81 frames at 16 a second are sold as five seconds, and many cameras record 30.02 frames a second. */
const secondsTolerance = 0.25;
const fpsTolerance = 0.5;

/** `isSilent` is true of a video without any sound, when its sound is needed. */
type FileFacts = MediaFacts & { isSilent: boolean };

/** Facts of the files of earlier lines, by their keys and needs; undefined for one that cannot be read. */
export type Seen = Map<string, FileFacts | undefined>;

/**
 * Looks into the files of an input whose price is for files of a certain length or size, and returns what is beyond it.
 * Files elsewhere are not looked into. Throws file_not_found.
 */
export async function findFileIssues(
  deps: UploadDeps,
  { kind, input }: { kind: Kind; input: KindInput },
  seen: Seen = new Map(),
): Promise<DescribedIssue[]> {
  const issues: DescribedIssue[] = [];
  for (const limit of getProvider(kind).fileLimits(input)) {
    for (const address of [input[limit.field]].flat()) {
      const key = typeof address === 'string' ? deps.mediaAddresses.parseKey(address) : undefined;
      if (key === undefined) continue;
      const asked = limit.needsSound ? `${key} with sound` : key;
      if (!seen.has(asked)) seen.set(asked, await lookInto(deps, key, limit));
      const issue = findBreach(limit, seen.get(asked));
      if (issue) issues.push(issue);
    }
  }
  return issues;
}

function findBreach(limit: FileLimit, facts: FileFacts | undefined): DescribedIssue | undefined {
  const { field, maxSeconds, maxFps, maxPixels } = limit;
  // An unknown length is no length that is too long.
  if (!facts || (maxSeconds !== undefined && facts.most.seconds === undefined))
    return describedIssue(field, 'file_unreadable');
  const isSound = facts.contentType.startsWith('audio/');
  const { seconds = 0, fps = 0, pixels = 0 } = facts.most;
  if (maxSeconds !== undefined && seconds > maxSeconds + secondsTolerance)
    return describedIssue(field, isSound ? 'sound_too_long' : 'video_too_long', { max: maxSeconds });
  if (maxFps !== undefined && fps > maxFps + fpsTolerance)
    return describedIssue(field, 'video_too_fast', { max: maxFps });
  if (maxPixels !== undefined && pixels > maxPixels)
    return describedIssue(field, 'picture_too_large', { max: Math.floor(maxPixels / 10_000) / 100 });
  if (facts.isSilent) return describedIssue(field, 'video_without_sound');
  return undefined;
}

/**
 * Adds what decoding the sound shows where a price goes by it: its length whatever its packets declare, and whether a video
 * has any. Silent sounds are refused as they are uploaded.
 */
async function addSoundFacts({ media }: UploadDeps, path: string, facts: MediaFacts): Promise<FileFacts> {
  const isVideo = facts.contentType.startsWith('video/');
  if (!facts.hasAudio) return { ...facts, isSilent: true };
  const { seconds, isSilent } = await media.measureSound(path, { timeoutMs: readTimeoutMs });
  const most = { ...facts.most, seconds: Math.max(facts.most.seconds ?? 0, seconds) };
  return { ...facts, most, isSilent: isVideo && isSilent };
}

async function lookInto(
  deps: UploadDeps,
  key: string,
  { needsSound, maxSeconds = Infinity }: FileLimit,
): Promise<FileFacts | undefined> {
  const folder = join(getWorkFolder(deps.env), temporaryName());
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'input');
    await copyFromStore(deps.store, key, path);
    const facts = await deps.media.probe(path);
    const isTooLong = (facts.most.seconds ?? 0) > maxSeconds + secondsTolerance;
    const isOfSound = needsSound || facts.contentType.startsWith('audio/');
    return isOfSound && !isTooLong ? await addSoundFacts(deps, path, facts) : { ...facts, isSilent: false };
  } catch (error) {
    // A file of before uploads were read. What keeps us from looking is no verdict on it.
    if (isAppError(error) && error.code === 'media_unreadable') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
