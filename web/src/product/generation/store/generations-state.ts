import type { GenerationStatus, PublicGeneration } from '@atelier/contract';

/** A generation on this page. `key` stays the same when the server's id replaces the request id. */
export type GenerationEntry = {
  key: string;
  generation: PublicGeneration;
  isSending: boolean;
  /**
   * Why a submission did not go through, as an error code. Such an entry is no generation yet, and its id that of the
   * request.
   */
  unsentCode?: string;
};

export type GenerationsState = {
  entries: ReadonlyMap<string, GenerationEntry>;
  /** Events for unknown ids, parked while a submission is in flight: one of them may be its own. */
  parked: readonly PublicGeneration[];
  deletedIds: ReadonlySet<string>;
};

export const noGenerations: GenerationsState = { entries: new Map(), parked: [], deletedIds: new Set() };

/**
 * Takes over a generation from an event or a read, unless the known revision is as high or higher. The place of one that
 * waits changes with those before it, without a revision of its own.
 */
export function withGeneration(state: GenerationsState, generation: PublicGeneration): GenerationsState {
  if (state.deletedIds.has(generation.id)) return state;
  const known = state.entries.get(generation.id);
  if (known) {
    const least = known.generation.revision + (generation.status === 'waiting' ? 0 : 1);
    if (generation.revision < least) return state;
    return withEntry(state, { ...known, generation });
  }
  if (hasSending(state)) return { ...state, parked: [...state.parked, generation] };
  return withEntry(state, { key: generation.id, generation, isSending: false });
}

/** Adds a submission before the server has answered; its id is the request id until then. */
export function withSubmission(state: GenerationsState, generation: PublicGeneration): GenerationsState {
  return withEntry(state, { key: generation.id, generation, isSending: true });
}

/** Replaces a submission with the generation that the server made of it. */
export function withAnswer(
  state: GenerationsState,
  requestId: string,
  answer: PublicGeneration,
): GenerationsState {
  const entries = new Map(state.entries);
  entries.delete(requestId);
  const known = entries.get(answer.id)?.generation;
  const generation = known && known.revision >= answer.revision ? known : answer;
  entries.set(answer.id, { key: requestId, generation, isSending: false });
  return withoutParked({ ...state, entries });
}

/** Keeps a submission that did not go through, in place of the one that was being sent. */
export function withUnsent(
  state: GenerationsState,
  generation: PublicGeneration,
  unsentCode: string,
): GenerationsState {
  const entry = { key: generation.id, generation, isSending: false, unsentCode };
  return withoutParked(withEntry(state, entry));
}

/** Removes a submission that was refused, or that the user dismissed. */
export function withoutSubmission(state: GenerationsState, requestId: string): GenerationsState {
  const entries = new Map(state.entries);
  entries.delete(requestId);
  return withoutParked({ ...state, entries });
}

export function withoutGeneration(state: GenerationsState, id: string): GenerationsState {
  const entries = new Map(state.entries);
  entries.delete(id);
  return { ...state, entries, deletedIds: new Set(state.deletedIds).add(id) };
}

/** `isTerminal` of the contract without the schemas beside it, because every page loads this file. */
export function hasEnded(status: GenerationStatus): boolean {
  return status !== 'waiting' && status !== 'pending' && status !== 'processing';
}

/** Whether an entry is on its way or under way, not one that ended or was never sent. */
export function isRunning({ generation, unsentCode }: GenerationEntry): boolean {
  return unsentCode === undefined && !hasEnded(generation.status);
}

function withEntry(state: GenerationsState, entry: GenerationEntry): GenerationsState {
  const entries = new Map(state.entries).set(entry.generation.id, entry);
  return { ...state, entries: entries.size > maxEntries ? withoutOldest(entries) : entries };
}

/** Most entries, more than any page shows at once beside those it has read itself, such as a running batch. */
const maxEntries = 500;

/** Makes room for many, because it looks at all of them. What runs or was not sent stays. */
function withoutOldest(entries: Map<string, GenerationEntry>): Map<string, GenerationEntry> {
  const ended = [...entries.values()].filter(({ generation }) => hasEnded(generation.status));
  const oldestFirst = ended.sort((a, b) => a.generation.created_at.localeCompare(b.generation.created_at));
  for (const { generation } of oldestFirst.slice(0, maxEntries / 4)) entries.delete(generation.id);
  return entries;
}

function withoutParked(state: GenerationsState): GenerationsState {
  if (hasSending(state)) return state;
  return state.parked.reduce(withGeneration, { ...state, parked: [] });
}

function hasSending(state: GenerationsState): boolean {
  return [...state.entries.values()].some((entry) => entry.isSending);
}
