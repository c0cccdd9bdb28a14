import { findKind, sharedInput } from '@atelier/catalog';
import type { Recipe } from '@atelier/contract';
import { findSharedSource, type SharedFile, type SharedSource } from '@atelier/db';
import pLimit from 'p-limit';
import type { RouteDeps } from '../../api.ts';
import { type FileCopy, isSignable, makeCopy } from '../media/file-copy.ts';

/** One at a time, so that the download of an owner waits for one of a visitor at most. */
const visitorSlot = pLimit(1);
const maxWaiting = 10;

type Wanted = { file: SharedFile; bytes: number; tokenHash: Buffer; position: number };

/**
 * The copy of a shared file that says how it was made, for visitors who download it. Undefined: it is the stored file,
 * because its owner has not allowed it, the page shows nothing of it, it cannot be signed, or too many wait.
 */
export async function makeSharedCopy(
  deps: RouteDeps,
  { file, bytes, tokenHash, position }: Wanted,
): Promise<FileCopy | undefined> {
  const stored = { key: file.storage_key, contentType: file.content_type, bytes };
  if (!isSignable(deps, stored) || visitorSlot.pendingCount >= maxWaiting) return undefined;
  const source = await findSharedSource(deps.db.pool, { tokenHash, position });
  const recipe = source && sharedRecipeOf(source);
  return recipe && makeCopy(deps, { ...stored, row: source.generation, recipe, slots: visitorSlot });
}

/** What the page shows, without the files and the id, which only the owner can open. */
function sharedRecipeOf({ generation, shows_prompt, shows_settings }: SharedSource): Recipe | undefined {
  const kind = findKind(generation.kind);
  if (!kind) return undefined;
  const shown = { prompt: shows_prompt, settings: shows_settings };
  return {
    generation: null,
    kind: kind.id,
    input: sharedInput(kind, generation.input as Record<string, unknown>, shown),
    seed: shows_settings ? generation.seed_used : null,
  };
}
