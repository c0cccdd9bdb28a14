import type { PublicGeneration, PublicOutput } from '@atelier/contract';

export type VisibleOutput = PublicOutput & { url: string };

/** The images of a record that can be looked at: there, and not held back by the safety checker. */
export function visibleOutputs(generation: PublicGeneration): VisibleOutput[] {
  return generation.outputs.filter(
    (output): output is VisibleOutput => output.url !== null && !output.is_flagged,
  );
}
