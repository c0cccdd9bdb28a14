import type { PublicGeneration } from '@atelier/contract';

/** A generation as the page shows it. `key` stays the same when the server's id takes the place of our own. */
export type JobCard = { key: string; generation: PublicGeneration; isSending: boolean };

export type GenerationsState = {
  cards: ReadonlyMap<string, JobCard>;
  /** News of generations we do not know while a submission of ours is unanswered: perhaps it is that one. */
  parked: readonly PublicGeneration[];
  deletedIds: ReadonlySet<string>;
};

export const noGenerations: GenerationsState = { cards: new Map(), parked: [], deletedIds: new Set() };

/** Takes over news of a generation. A revision that is lower than or equal to the known one changes nothing. */
export function withGeneration(state: GenerationsState, generation: PublicGeneration): GenerationsState {
  if (state.deletedIds.has(generation.id)) return state;
  const known = state.cards.get(generation.id);
  if (known) {
    if (generation.revision <= known.generation.revision) return state;
    return withCard(state, { ...known, generation });
  }
  if (hasSending(state)) return { ...state, parked: [...state.parked, generation] };
  return withCard(state, { key: generation.id, generation, isSending: false });
}

/** Shows a submission before the server has answered; its id is the request id until then. */
export function withSubmission(state: GenerationsState, generation: PublicGeneration): GenerationsState {
  return withCard(state, { key: generation.id, generation, isSending: true });
}

/** The server's record takes the place of the submission's card. */
export function withAnswer(
  state: GenerationsState,
  requestId: string,
  answer: PublicGeneration,
): GenerationsState {
  const cards = new Map(state.cards);
  cards.delete(requestId);
  const known = cards.get(answer.id)?.generation;
  const generation = known && known.revision >= answer.revision ? known : answer;
  cards.set(answer.id, { key: requestId, generation, isSending: false });
  return withoutParked({ ...state, cards });
}

/** Takes a submission's card away again: it was refused. */
export function withoutSubmission(state: GenerationsState, requestId: string): GenerationsState {
  const cards = new Map(state.cards);
  cards.delete(requestId);
  return withoutParked({ ...state, cards });
}

export function withoutGeneration(state: GenerationsState, id: string): GenerationsState {
  const cards = new Map(state.cards);
  cards.delete(id);
  return { ...state, cards, deletedIds: new Set(state.deletedIds).add(id) };
}

function withCard(state: GenerationsState, card: JobCard): GenerationsState {
  return { ...state, cards: new Map(state.cards).set(card.generation.id, card) };
}

function withoutParked(state: GenerationsState): GenerationsState {
  if (hasSending(state)) return state;
  return state.parked.reduce(withGeneration, { ...state, parked: [] });
}

function hasSending(state: GenerationsState): boolean {
  return [...state.cards.values()].some((card) => card.isSending);
}
