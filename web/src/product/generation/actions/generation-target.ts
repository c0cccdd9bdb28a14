import type { PublicGeneration } from '@atelier/contract';
import { linkOptions } from '@tanstack/react-router';
import { getLibraryType, isText } from '#product/media-facts.build.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { isWithoutResult } from '../outputs.ts';

/** Opens the generation over its history, wherever in it it is. */
export function historyTarget({ id, medium }: Pick<PublicGeneration, 'id' | 'medium'>) {
  return linkOptions({
    to: '/creator/history/$type',
    params: { type: getLibraryType[medium] },
    search: { view: id },
  });
}

/**
 * The page that shows a generation: beside the form where it is on its card, else in its history. An answer has no card
 * of its own there, and a failure may be folded.
 */
export function generationTarget(generation: PublicGeneration) {
  const { id, kind, medium } = generation;
  // A cut has no form.
  const isOnCard = kind !== 'cut' && !isText[medium] && !isWithoutResult(generation);
  return isOnCard ? { ...kindTarget(kind, medium), hash: `generation-${id}` } : historyTarget(generation);
}
