import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type CutFormat,
  type CutPlan,
  type CutSource,
  isSoundCut,
  settleFormat,
} from '@atelier/catalog/cuts';
import { AppError, isAppError } from '@atelier/contract';
import {
  type CutRow,
  findFilmNameOfCut,
  findPromptOfOutput,
  type GenerationSource,
  type NewGeneration,
  type NewOutput,
} from '@atelier/db';
import type { MediaFacts } from '@atelier/media';
import { copyFromStore, newKey, streamFile } from '@atelier/storage';
import { v7 as uuidv7 } from 'uuid';
import type { WorkerDeps } from '../deps.ts';

export type MakeDeps = Pick<
  WorkerDeps,
  'db' | 'store' | 'media' | 'renderer' | 'signer' | 'mediaAddresses' | 'log'
>;

export type MadeCut = {
  generation: NewGeneration;
  output: NewOutput;
  /** Files on this machine; the poster is absent when none could be drawn. */
  path: string;
  posterPath: string | undefined;
};

type Work = { folder: string; signal: AbortSignal; onProgress: (share: number) => void };

type Source = { path: string; facts: MediaFacts };

/** Ten minutes of 1080p on a slow machine under load. */
const timeoutMs = 3 * 3_600_000;

/**
 * Renders the plan of a cut into a folder. Throws AppError: file_not_found when a source is gone, size_limit when they are
 * too large together, media_unreadable when one cannot be decoded, past_the_end when a clip begins after its source has
 * ended, unavailable, and request_aborted.
 */
export async function makeCut(deps: MakeDeps, cut: CutRow, work: Work): Promise<MadeCut> {
  const plan = cut.plan as CutPlan;
  const sources = await fetchSources(deps, plan, work.folder);
  const path = join(work.folder, `cut.${findExtension(plan)}`);
  await render(deps, plan, { ...work, sources, path });
  const isSound = isSoundCut(plan);
  const poster = isSound ? undefined : await drawPoster(deps, plan, { ...work, path });
  const id = uuidv7();
  const signed = await sign(deps, cut, { folder: work.folder, path, poster: poster?.path, sources });
  const facts = await deps.media.probe(signed.path);
  return {
    ...signed,
    generation: await describe(deps, cut, { id, plan, facts }),
    output: {
      id: uuidv7(),
      generation_id: id,
      position: 0,
      content_type: facts.contentType,
      bytes: facts.bytes,
      width: facts.width ?? null,
      height: facts.height ?? null,
      duration_seconds: facts.durationSeconds ?? null,
      fps: facts.fps ?? null,
      ...signed.facts,
      storage_key: newKey(cut.user_id, facts.contentType),
      poster_key: poster ? newKey(cut.user_id, 'image/webp') : null,
      placeholder: poster?.placeholder ?? null,
      perceptual_hash: poster?.perceptualHash ?? null,
      peaks: isSound ? await deps.media.peaks(signed.path) : null,
    },
  };
}

function findExtension({ result = 'video' }: CutPlan): 'mp4' | 'mp3' | 'wav' {
  return result === 'video' ? 'mp4' : result;
}

/** Most of the disk that one cut may take for a while. */
const maxSourceBytes = 4 * 1024 ** 3;

/** Copies each file once, by its address. */
async function fetchSources(
  deps: MakeDeps,
  plan: CutPlan,
  folder: string,
): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>();
  let bytes = 0;
  for (const { url } of [...plan.clips, ...(plan.sound ? [plan.sound] : [])]) {
    if (sources.has(url)) continue;
    const key = deps.mediaAddresses.parseKey(url);
    if (key === undefined) throw new AppError('file_not_found');
    bytes += (await deps.store.find(key))?.bytes ?? 0;
    if (bytes > maxSourceBytes) throw new AppError('size_limit');
    const path = join(folder, `source-${sources.size}`);
    await copyFromStore(deps.store, key, path).catch((error: unknown) => {
      throw isAppError(error) ? error : new AppError('unavailable', { cause: error });
    });
    sources.set(url, { path, facts: await deps.media.probe(path) });
  }
  return sources;
}

type Given = Work & { sources: ReadonlyMap<string, Source>; path: string };

async function render({ renderer }: MakeDeps, plan: CutPlan, { sources, path, signal, onProgress }: Given) {
  const clips = plan.clips.map((clip) => ({ clip, source: getSource(sources, clip.url) }));
  for (const { clip, source } of clips)
    if (clip.start >= (source.facts.durationSeconds ?? Number.POSITIVE_INFINITY))
      throw new AppError('past_the_end');
  await renderer.renderCut(
    {
      clips: clips.map(({ clip, source }) => ({
        path: source.path,
        start: clip.start,
        end: clip.end,
        speed: clip.speed,
        isReversed: clip.is_reversed,
        repeats: clip.repeats,
        fit: clip.fit,
        focusX: clip.focus_x,
        focusY: clip.focus_y,
        volume: clip.volume,
        fadeIn: clip.fade_in,
        fadeOut: clip.fade_out,
      })),
      format: settleShown(
        plan,
        clips.map(({ source }) => source),
      ),
      container: findExtension(plan),
      sound: plan.sound
        ? { path: getSource(sources, plan.sound.url).path, mode: plan.sound.mode, volume: plan.sound.volume }
        : undefined,
      caption: plan.caption,
      outputPath: path,
    },
    { timeoutMs, signal, onProgress },
  );
}

/** A sound has no pictures. */
const noPictures = { width: 0, height: 0, fps: { num: 1, den: 1 } };

function settleShown(plan: CutPlan, sources: readonly Source[]): CutFormat {
  if (isSoundCut(plan)) return noPictures;
  const [first, ...others] = sources.map(toShown);
  if (!first) throw new AppError('media_unreadable');
  return settleFormat(plan.shape, [first, ...others]);
}

function getSource(sources: ReadonlyMap<string, Source>, url: string): Source {
  const source = sources.get(url);
  if (!source) throw new Error('A source was not fetched');
  return source;
}

function toShown({ facts: { width, height, fps } }: Source): CutSource {
  if (width === undefined || height === undefined) throw new AppError('media_unreadable');
  return { width, height, fps };
}

/** The picture that was chosen, or the first one; undefined when it cannot be drawn, as the video is what counts. */
async function drawPoster(
  { media, log }: MakeDeps,
  plan: CutPlan,
  { folder, path }: Pick<Given, 'folder' | 'path'>,
) {
  const posterPath = join(folder, 'poster.webp');
  try {
    const still = await writeChosenFrame({ media }, plan, { folder, path });
    return { ...(await media.poster(still ?? path, posterPath)), path: posterPath };
  } catch (error) {
    if (!isAppError(error) || error.code === 'unavailable') throw error;
    log.warn({ err: error }, 'the poster of a cut could not be drawn');
    return undefined;
  }
}

async function writeChosenFrame(
  { media }: Pick<MakeDeps, 'media'>,
  { poster_seconds: seconds }: CutPlan,
  { folder, path }: Pick<Given, 'folder' | 'path'>,
): Promise<string | undefined> {
  if (seconds === null) return undefined;
  const found = await media.findFrame(path, seconds);
  if (!('timestamp' in found)) return undefined;
  const outputPath = join(folder, 'poster.png');
  await media.writeFrame({ path, outputPath, timestamp: found.timestamp });
  return outputPath;
}

type ToSign = { folder: string; path: string; poster: string | undefined; sources: Given['sources'] };

async function sign({ signer }: MakeDeps, cut: CutRow, { folder, path, poster, sources }: ToSign) {
  const made = { kind: 'cut', endpoint: '', made_at: cut.created_at.toISOString(), request_sha256: '' };
  const put = (inputPath: string, name: string, partPaths: string[]) =>
    signer?.sign({ inputPath, outputPath: join(folder, name), made, source: 'composite', partPaths });
  const parts = [...sources.values()].map((source) => source.path);
  const name = `signed${extname(path)}`;
  const signed = await put(path, name, parts);
  const still = poster && (await put(poster, 'signed.webp', []));
  return {
    path: signed ? join(folder, name) : path,
    posterPath: still ? join(folder, 'signed.webp') : poster,
    facts: signed ?? { sha256: await hashFile(path) },
  };
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(streamFile(path), hash);
  return hash.digest();
}

type Described = { id: string; plan: CutPlan; facts: MediaFacts };

/** Describes the result. Its prompt is the name of the film, or that of the first source, so that a search finds it. */
async function describe(
  { db }: MakeDeps,
  cut: CutRow,
  { id, plan, facts }: Described,
): Promise<NewGeneration> {
  const sources = cut.sources as unknown as GenerationSource[];
  const [first] = sources.flatMap((source) => ('outputId' in source ? [source.outputId] : []));
  const name = await findFilmNameOfCut(db.pool, cut.id);
  const prompt = name ?? (first && (await findPromptOfOutput(db.pool, first)));
  return {
    id,
    userId: cut.user_id,
    kind: 'cut',
    medium: isSoundCut(plan) ? 'audio' : 'video',
    prompt: prompt ?? plan.caption,
    negativePrompt: '',
    model: 'cut',
    mode: null,
    width: facts.width ?? null,
    height: facts.height ?? null,
    input: plan,
    adjustments: [],
    isPublic: false,
    costCredits: 0,
    expectedSeconds: 0,
    deadlineSeconds: 0,
    providerEndpoint: '',
    idempotency: null,
    maxRunning: 0,
    maxWaiting: 0,
    sources,
  };
}
