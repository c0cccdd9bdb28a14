import { type Kind, type KindInput, maxRoll } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { readCode } from '#lib/api/api-error.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { submitBatch } from '#product/api/batches.ts';
import { fetchGenerations } from '#product/api/generations.ts';
import {
  addSubmission,
  answerSubmission,
  dropSubmission,
} from '#product/generation/store/generations-store.ts';
import { currentProjectId } from '#product/projects/current-project.ts';
import { madeFrom } from '../prefill/made-from.ts';
import { findIfDown } from '../stand-in-wish.ts';
import { draftGeneration, sendUntilAnswered } from './submit-generation.ts';

type Takes = { kind: Kind; input: KindInput; takes: number; requestId: string };

/**
 * Returns the inputs of several results of one form: a seed that the user has set is that of the first, the others roll
 * their own.
 */
export function listTakes(kind: Kind, input: KindInput, takes: number): KindInput[] {
  const { seed } = kind.fields;
  const isSeeded = seed !== undefined && !seed.isIgnored && typeof input.seed === 'number';
  return Array.from({ length: takes }, (_, index) =>
    isSeeded && index > 0 ? { ...input, seed: Math.floor(Math.random() * (maxRoll + 1)) } : input,
  );
}

/**
 * Shows the results as running immediately and submits them as one batch, at the total that the user saw: all are reserved or
 * none. Rejects with the `ApiError`, and then shows none of them any more.
 */
export async function submitTakes(
  { kind, input, takes, requestId }: Takes,
  expectedCredits: number,
): Promise<void> {
  const projectId = currentProjectId() ?? null;
  const inputs = listTakes(kind, input, takes);
  const drafts = inputs.map((each, index) => ({
    ...draftGeneration(
      { kind, input: each, isPublic: false, requestId: newRequestId(), projectId },
      expectedCredits / takes,
    ),
    // They belong together before the server has given them a batch.
    batch_id: requestId,
    batch_line: index + 1,
    batch_set: 1,
  }));
  drafts.forEach(addSubmission);
  try {
    const wish = await findIfDown(kind, input);
    const ids = await sendUntilAnswered(({ intoProject = projectId, ifDown = wish }) =>
      submitBatch({
        lines: inputs.map((each) => ({ kind: kind.id, input: each })),
        request_id: requestId,
        project_id: intoProject ?? undefined,
        expected_cost: expectedCredits,
        made_from: madeFrom(kind),
        if_down: ifDown,
      }),
    ).then(({ generations }) => generations);
    const made = new Map((await readMade(ids)).map((generation) => [generation.id, generation]));
    for (const [index, id] of ids.entries()) {
      const [draft, generation] = [drafts[index], made.get(id)];
      if (draft && generation) answerSubmission(draft.id, generation);
    }
  } catch (error) {
    if (readCode(error) !== 'network_error') void refreshAccount();
    throw error;
  } finally {
    for (const { id } of drafts) dropSubmission(id);
  }
}

/** Reads the reserved generations; those that cannot be read now arrive by events. */
function readMade(ids: readonly string[]): Promise<PublicGeneration[]> {
  return fetchGenerations(ids).catch((error: unknown) => {
    console.warn('What was just reserved could not be read', error);
    return [];
  });
}
