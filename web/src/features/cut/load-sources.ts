import { isSoundCut } from '@atelier/catalog/cuts';
import type { PublicGeneration } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { fetchGeneration, fetchGenerations } from '#product/api/generations.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { type BenchSource, isSound } from '#product/playback/bench-clip.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { readCut } from './bench-draft.ts';
import type { Cut } from './bench-state.ts';

const maxNameLength = 80;

/** The source that a result is, when its size and length are known. */
function toSource(name: string, output: ShownOutput): BenchSource | undefined {
  const { url, width, height, fps, duration_seconds: seconds, poster_url: poster, peaks } = output;
  if (!seconds) return undefined;
  if (isHeard(output))
    return { url, width: 0, height: 0, fps: null, seconds, poster: null, name, ...(peaks && { peaks }) };
  return width && height ? { url, width, height, fps, seconds, poster, name } : undefined;
}

function nameWork({ prompt, model }: PublicGeneration): string {
  return makeExcerpt(prompt, maxNameLength) || model;
}

/** The videos and sounds of these works in their order. Works that are gone, and others, are left out. */
export async function loadWorks(ids: readonly string[]): Promise<BenchSource[]> {
  const generations = await fetchGenerations(ids);
  const files = ids.flatMap((id) => {
    const generation = generations.find((each) => each.id === id);
    return generation ? shownOutputs(generation).map((output) => ({ generation, output })) : [];
  });
  return loadFiles(files.filter(({ output }) => isVideo(output) || isHeard(output)));
}

/** Parts sources into those that are cut together, videos or sounds, and the others. Without `isOfSounds` the first decides. */
export function partSources(found: readonly BenchSource[], isOfSounds = found.slice(0, 1).some(isSound)) {
  const fits = (source: BenchSource) => isSound(source) === isOfSounds;
  return { isOfSounds, sources: found.filter(fits), others: found.filter((source) => !fits(source)) };
}

type WorkFile = { generation: PublicGeneration; output: ShownOutput };

function isVideo({ content_type: type }: ShownOutput): boolean {
  return type.startsWith('video/');
}

function isHeard({ content_type: type }: ShownOutput): boolean {
  return type.startsWith('audio/');
}

/** The sources that results are. What is not known of them is measured; files that do not play are left out. */
export async function loadFiles(files: readonly WorkFile[]): Promise<BenchSource[]> {
  const sources = files.map(({ generation, output }) => {
    const name = nameWork(generation);
    return (
      toSource(name, output) ??
      measureSource(output.url, name, {
        poster: output.poster_url,
        sort: isHeard(output) ? 'sound' : 'video',
      })
    );
  });
  return (await Promise.all(sources)).filter((source) => source !== undefined);
}

/** The plan of an earlier cut, with what is known of its files; undefined when the work is no cut. */
export async function loadEarlier(id: string): Promise<{ cut: Cut; sources: BenchSource[] } | undefined> {
  const [generation, { parents }] = await Promise.all([
    fetchGeneration(id),
    request('GET /api/generations/{id}/lineage', { params: { id } }),
  ]);
  const cut = readCut(generation.input);
  if (!cut) return undefined;
  const known = listKnown(parents.flatMap((parent) => parent.generation ?? []));
  const urls = [...new Set(cut.clips.map(({ url }) => url))];
  const sources = await Promise.all(
    urls.map(async (url) => {
      const source =
        known.get(readPath(url)) ??
        (await measureSource(url, '', { sort: isSoundCut(cut) ? 'sound' : 'video' }));
      return source && { ...source, url };
    }),
  );
  const found = sources.filter((source) => source !== undefined);
  return { cut, sources: withRate(found, urls[0], generation.outputs[0]?.fps) };
}

/** Plans name files with and without a host. */
function readPath(url: string): string {
  return new URL(url, 'https://host').pathname;
}

/** Returns the sources that works are, by the paths of their files. */
export function listKnown(generations: readonly PublicGeneration[]): ReadonlyMap<string, BenchSource> {
  const sources = generations.flatMap((generation) =>
    shownOutputs(generation).flatMap((output) => toSource(nameWork(generation), output) ?? []),
  );
  return new Map(sources.map((source) => [readPath(source.url), source]));
}

/** No browser knows the rate of an upload, but a cut has that of its first clip. */
export function withRate(
  sources: readonly BenchSource[],
  firstUrl: string | undefined,
  fps: number | null | undefined,
): BenchSource[] {
  return sources.map((source) =>
    source.url === firstUrl && fps ? { ...source, fps: source.fps ?? fps } : source,
  );
}

const measuringMs = 15_000;

/** Sort of a file by the type that its browser knows of it. Some sounds have the type of videos, or none. */
export function readSort(type: string): 'sound' | 'video' | 'either' {
  if (type.startsWith('audio/')) return 'sound';
  return type.startsWith('video/') && !/webm|ogg/.test(type) ? 'video' : 'either';
}

type Measuring = { sort: ReturnType<typeof readSort>; poster?: string | null };

/** Reads size and length of a video or a sound in this browser; resolves to undefined when it does not play here. */
export function measureSource(
  url: string,
  name: string,
  { sort, poster = null }: Measuring,
): Promise<BenchSource | undefined> {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  return new Promise((resolve) => {
    const end = (source: BenchSource | undefined) => {
      clearTimeout(timer);
      video.onloadedmetadata = null;
      video.onerror = null;
      video.removeAttribute('src');
      resolve(source);
    };
    const timer = setTimeout(() => end(undefined), measuringMs);
    video.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration: seconds } = video;
      const isWhole = sort !== 'video' || (width > 0 && height > 0);
      // A sound may bring a cover.
      const size = sort === 'sound' ? { width: 0, height: 0 } : { width, height };
      end(
        isWhole && Number.isFinite(seconds) ? { url, ...size, seconds, fps: null, poster, name } : undefined,
      );
    };
    video.onerror = () => end(undefined);
    video.src = toPreviewAddress(url);
  });
}
