import type { GenerationStatus } from '@atelier/contract';

/** As `isTerminal` of the contract, without the schemas that stand beside it: this is part of every page. */
export function hasEnded(status: GenerationStatus): boolean {
  return status !== 'pending' && status !== 'processing';
}
