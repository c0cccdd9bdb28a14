import type { PublicGeneration, PublicOutput } from '@atelier/contract';

export type ShownOutput = PublicOutput & { url: string };

/** The files of a generation that can be shown, in order: delivered, and not held back by the safety checker. */
export function shownOutputs({ outputs }: PublicGeneration): ShownOutput[] {
  return outputs.filter((output): output is ShownOutput => output.url !== null && !output.is_flagged);
}
