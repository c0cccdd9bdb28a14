import { createHash } from 'node:crypto';
import { type Made, maxAltTextLength, type Recipe } from '@atelier/contract';
import type { GenerationRow } from '@atelier/db';

/** SHA-256 of a request's body as canonical JSON (RFC 8785): the same fields have the same hash in any order. */
export function requestHash(body: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(body)).digest();
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** Facts that every file of a generation carries. The hash is empty for submissions from before hashes were kept. */
export function toMade(row: GenerationRow): Made {
  const made: Made = {
    kind: row.kind,
    endpoint: row.provider_endpoint,
    made_at: row.created_at.toISOString(),
    request_sha256: row.request_sha256?.toString('hex') ?? '',
  };
  if (row.stood_in_for !== null) made.stood_in_for = row.stood_in_for;
  return made;
}

/** Recipe in a file for its owner, from which the form can be filled in again. */
export function toRecipe(row: GenerationRow): Recipe {
  return {
    generation: row.id,
    kind: row.kind,
    input: row.input as Record<string, unknown>,
    seed: row.seed_used,
  };
}

/** Text in a file for those who do not see the result: its owner's words, or the beginning of a prompt that may be shown. */
export function toAltText(
  { alt_text, prompt }: GenerationRow,
  { showsPrompt }: { showsPrompt: boolean },
): string {
  return alt_text ?? (showsPrompt ? [...prompt].slice(0, maxAltTextLength).join('') : '');
}
