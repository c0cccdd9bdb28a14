import { fetchActiveGenerations, fetchGeneration } from '#lib/api/generations.ts';
import { applyGeneration, applyGenerations, generationsStore } from './generations-store.ts';
import { hasEnded } from './has-ended.ts';

/**
 * Reads what runs now, once. What we believed to be running and is not in the answer has ended while nobody told
 * us, so its record is read too.
 */
export async function reconcileGenerations(): Promise<void> {
  const believed = runningIds();
  const active = await fetchActiveGenerations();
  applyGenerations(active);
  const activeIds = new Set(active.map((generation) => generation.id));
  const ended = believed.filter((id) => !activeIds.has(id));
  const records = await Promise.allSettled(ended.map(fetchGeneration));
  for (const record of records) if (record.status === 'fulfilled') applyGeneration(record.value);
}

function runningIds(): string[] {
  return [...generationsStore.get().cards.values()]
    .filter(({ generation, isSending }) => !isSending && !hasEnded(generation.status))
    .map(({ generation }) => generation.id);
}
