import type { GenerationStatus, PublicGeneration } from '@atelier/contract';

/** A generation on this page. `key` stays the same when the server's id replaces the request id. */
export type GenerationEntry = { key: string; generation: PublicGeneration; isSending: boolean };

export type GenerationsState = {
  entries: ReadonlyMap<string, GenerationEntry>;
  /** Events for unknown ids, parked while a submission is in flight: one of them may be its own. */
  parked: readonly PublicGeneration[];
  deletedIds: ReadonlySet<string>;
};

export const noGenerations: GenerationsState = { entries: new Map(), parked: [], deletedIds: new Set() };

/** Takes over a generation from an event or a read, unless the known revision is as high or higher. */
export function withGeneration(state: GenerationsState, generation: PublicGeneration): GenerationsState {
  if (state.deletedIds.has(generation.id)) return state;
  const known = state.entries.get(generation.id);
  if (known) {
    if (generation.revision <= known.generation.revision) return state;
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

/** Removes a submission that was refused. */
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
  return status !== 'pending' && status !== 'processing';
}

function withEntry(state: GenerationsState, entry: GenerationEntry): GenerationsState {
  return { ...state, entries: new Map(state.entries).set(entry.generation.id, entry) };
}

function withoutParked(state: GenerationsState): GenerationsState {
  if (hasSending(state)) return state;
  return state.parked.reduce(withGeneration, { ...state, parked: [] });
}

function hasSending(state: GenerationsState): boolean {
  return [...state.entries.values()].some((entry) => entry.isSending);
}
