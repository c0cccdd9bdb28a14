import { findKind, type Kind, type KindInput, parseInput } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { handleRefusal } from './refusals.ts';
import { submitGeneration } from './submit-generation.ts';

/** Sends a failed job again with everything as it was. False when its kind no longer takes that input. */
export function resubmitGeneration({ kind: kindId, input, is_public }: PublicGeneration): boolean {
  const kind = findKind(kindId);
  const parsed = kind && parseInput(kind, input);
  if (!kind || !parsed?.ok) return false;
  send({ kind, input: parsed.input, isPublic: is_public }, kind.price(parsed.input).costCredits);
  return true;
}

type Job = { kind: Kind; input: KindInput; isPublic: boolean };

function send(job: Job, expectedCredits: number): void {
  submitGeneration({ ...job, expectedCredits }).catch((error: unknown) =>
    handleRefusal(error, { ...job, expectedCredits, sendFor: (costCredits) => send(job, costCredits) }),
  );
}
