import type { Kind, KindInput } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { NewGeneration } from '@atelier/db';
import { type Durations, expectedTime } from './forecast.ts';

/** Columns of a generation that follow from its kind and input. */
type OfKind = Pick<
  NewGeneration,
  | 'kind'
  | 'prompt'
  | 'negativePrompt'
  | 'model'
  | 'mode'
  | 'width'
  | 'height'
  | 'expectedSeconds'
  | 'deadlineSeconds'
  | 'providerEndpoint'
> &
  Required<Pick<NewGeneration, 'expectedMostSeconds' | 'promisedDeciles'>>;

/** Seconds from the start of a generation to its deadline. */
export function countDeadlineSeconds(kind: Kind, input: KindInput): number {
  return 900 + 10 * kind.expectedSeconds(input);
}

/** Returns what is stored of a kind and its input: names of the model, texts, size, expected duration and deadline. */
export function describeForKind(durations: Durations, kind: Kind, input: KindInput): OfKind {
  const columns = kind.columns(input);
  const expected = expectedTime(durations, { kind: kind.id, input, places: null, at: new Date() });
  return {
    kind: kind.id,
    prompt: columns.prompt ?? (typeof input.prompt === 'string' ? input.prompt : ''),
    negativePrompt: typeof input.negative_prompt === 'string' ? input.negative_prompt : '',
    model: columns.model,
    mode: columns.mode ?? null,
    width: columns.width ?? null,
    height: columns.height ?? null,
    expectedSeconds: expected.typicalSeconds,
    expectedMostSeconds: expected.mostSeconds,
    promisedDeciles: expected.decilesSeconds,
    deadlineSeconds: countDeadlineSeconds(kind, input),
    providerEndpoint: getProvider(kind).endpoint,
  };
}
