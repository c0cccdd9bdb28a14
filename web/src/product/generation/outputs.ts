import type { PublicGeneration, PublicOutput } from '@atelier/contract';

export type ShownOutput = PublicOutput & { url: string };

/** The files that were delivered, in order. */
export function shownOutputs({ outputs }: PublicGeneration): ShownOutput[] {
  return outputs.filter((output): output is ShownOutput => output.url !== null && !output.is_flagged);
}
