import type { PublicGeneration } from '@atelier/contract';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { type GenerationEntry, hasEnded, isRunning } from '#product/generation/store/generations-state.ts';
import { asksForStandIn } from '#product/line/stand-in-asked.ts';

/** Which generation is large. `isIdle`: nothing else is being watched, so that the next one to run takes its place. */
export type Hero = { key: string | undefined; isIdle: boolean; wantedId: string | undefined };

/**
 * The large generation stays until the user makes another one while nothing runs, or leaves: what is being watched never
 * jumps away. One that the address names (`wantedId`) is shown once it is known.
 */
export function chooseHero(
  newestFirst: readonly GenerationEntry[],
  known?: Hero,
  wantedId?: string | undefined,
): Hero {
  const fitting = newestFirst.filter(isLarge);
  const running = fitting.filter(isRunning);
  const wanted =
    wantedId === known?.wantedId ? undefined : fitting.find(({ generation }) => generation.id === wantedId);
  const watched = fitting.find(({ key }) => key === known?.key);
  const firstRunning = running.at(-1);
  const begun = known?.isIdle === false ? undefined : firstRunning;
  const hero = wanted ?? begun ?? watched ?? firstRunning ?? fitting[0];
  return {
    key: hero?.key,
    isIdle: running.length === 0,
    wantedId: wanted ? wantedId : known?.wantedId,
  };
}

/** A result or what becomes one. */
function isLarge(entry: GenerationEntry): boolean {
  return !isRow(entry) && entry.generation.status !== 'waiting';
}

/** Whether it is a line below the stage: it has no result, was not sent, or asks its owner. */
function isRow({ generation, unsentCode }: GenerationEntry): boolean {
  return unsentCode !== undefined || isWithoutResult(generation) || asksForStandIn(generation);
}

/** The newest works beside the large one, and what did not work; what is older than the newest result is folded. */
export function arrangeStage(
  newestFirst: readonly GenerationEntry[],
  heroKey: string | undefined,
  endedBatches: ReadonlySet<string> = new Set(),
) {
  const hero = newestFirst.find(({ key }) => key === heroKey);
  const takes = hero ? findTakes(newestFirst, hero.generation, endedBatches) : [];
  const newest = newestFirst.findIndex((entry) => isLarge(entry) && hasEnded(entry.generation.status));
  const isFolded = (entry: GenerationEntry, index: number) =>
    isWithoutResult(entry.generation) && newest >= 0 && index > newest;
  return {
    hero,
    /** Results in the order of their lines; none when the large one is alone. */
    takes,
    rows: newestFirst.filter((entry, index) => isRow(entry) && !isFolded(entry, index)),
    folded: newestFirst.filter(isFolded),
    works: newestFirst.filter((entry) => isLarge(entry) && entry.key !== heroKey && !takes.includes(entry)),
  };
}

/** Most results of one press. */
const maxTakes = 4;

/**
 * The results of the press that the large one is of, if it was made on this page or runs, until the user has chosen among
 * them.
 */
function findTakes(
  entries: readonly GenerationEntry[],
  { kind, batch_id: batchId, batch_set: set }: PublicGeneration,
  endedBatches: ReadonlySet<string>,
): GenerationEntry[] {
  if (batchId === null || endedBatches.has(batchId)) return [];
  const takes = entries.filter(({ generation }) => generation.batch_id === batchId);
  const isOneForm = takes.every(({ generation }) => generation.kind === kind && generation.batch_set === set);
  const isRecent = takes.some((entry) => entry.key !== entry.generation.id || isRunning(entry));
  if (!isOneForm || !isRecent || takes.length < 2 || takes.length > maxTakes) return [];
  return takes.toSorted((a, b) => (a.generation.batch_line ?? 0) - (b.generation.batch_line ?? 0));
}
