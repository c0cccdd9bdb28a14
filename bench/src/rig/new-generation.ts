import { getKind, type KindInput, parseInput } from '@atelier/catalog';
import type { NewGeneration } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';

export const benchKind = getKind('text-to-video');

/** What every bench user asks for: the first example of the kind. */
export const benchInput: KindInput = parseExample();

/** What the api makes of that request, for reservations without the api. */
export function newGeneration(userId: string): NewGeneration {
  const { model, width = null, height = null } = benchKind.columns(benchInput);
  const expectedSeconds = benchKind.expectedSeconds(benchInput);
  return {
    id: uuidv7(),
    userId,
    kind: benchKind.id,
    medium: benchKind.medium,
    prompt: String(benchInput.prompt),
    negativePrompt: '',
    model,
    mode: null,
    width,
    height,
    input: benchInput,
    adjustments: [],
    isPublic: false,
    costCredits: benchKind.price(benchInput).costCredits,
    expectedSeconds,
    deadlineSeconds: 900 + 10 * expectedSeconds,
    providerEndpoint: benchKind.provider.endpoint(benchInput),
    idempotency: null,
    maxRunning: 100_000_000,
  };
}

function parseExample(): KindInput {
  const parsed = parseInput(benchKind, benchKind.examples[0]?.input ?? {});
  if (!parsed.ok) throw new Error(`The first example of ${benchKind.id} is not valid`);
  return parsed.input;
}
