import type { FindFileReply } from '@atelier/contract';
import { accountStore } from '#product/account/account-store.ts';
import { fetchGenerations } from '#product/api/generations.ts';

export type OwnGeneration = NonNullable<FindFileReply['generation']>;

/** Finds a generation, if it is the user's own. Without an answer it counts as another's. */
export async function findOwnGeneration(generationId: string | null): Promise<OwnGeneration | undefined> {
  if (generationId === null || accountStore.get().status !== 'signed-in') return undefined;
  try {
    const [found] = await fetchGenerations([generationId]);
    return found && { id: found.id, medium: found.medium, position: 0 };
  } catch (error) {
    console.warn('It is not known whether a recipe is one of the user', error);
    return undefined;
  }
}
