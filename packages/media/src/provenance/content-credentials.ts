import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Made, madeLabel, type Recipe, recipeLabel } from '@atelier/contract';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';
import type { ContentType } from '../content-type.ts';
import { BytesBlob } from './bytes-blob.ts';
import type { ClaimSigner } from './cose-sign1.ts';
import { type SourceType, sourceTypes } from './put-xmp.ts';

initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });

export type FileBytes = { contentType: ContentType; bytes: Buffer };

/** Manifest to write into a file. */
export type Manifest = {
  made: Made;
  recipe?: Recipe | undefined;
  /** The file that this one was made from, with what was signed about it. */
  parent?: FileBytes | undefined;
  /** Files that are parts of this one; only without a parent. */
  parts?: readonly FileBytes[] | undefined;
  /** Change of the parent; by default only its metadata. */
  action?: 'c2pa.converted' | 'c2pa.edited' | 'c2pa.edited.metadata' | undefined;
  /** `generated` when absent. */
  source?: SourceType | undefined;
};

/** Whether something readable was signed about a file before. What is broken or hostile counts as nothing. */
export async function hasManifest({ contentType, bytes }: FileBytes): Promise<boolean> {
  // Every manifest has this label as it is, and looking for it is much cheaper than checking all hashes.
  if (!bytes.includes('c2pa')) return false;
  try {
    const reader = await WasmReader.fromBytes(contentType, bytes);
    const label = reader.activeLabel();
    reader.free();
    return label !== undefined;
  } catch (error) {
    // Nothing else of the library can be trusted after a panic: the call fails, and its process is replaced.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
    return false;
  }
}

/** The same file with a signed manifest in it. Throws what the library throws. */
export async function signBytes(
  { contentType, bytes }: FileBytes,
  { made, recipe, ...manifest }: Manifest,
  signer: ClaimSigner,
): Promise<Uint8Array> {
  const ingredients = listIngredients(manifest);
  const builder = WasmBuilder.fromJson(
    JSON.stringify({
      claim_generator_info: [{ name: 'Atelier' }],
      assertions: [
        { label: 'c2pa.actions.v2', data: { actions: listActions(manifest, ingredients) } },
        { label: madeLabel, data: made },
        ...(recipe ? [{ label: recipeLabel, data: recipe }] : []),
      ],
    }),
  );
  try {
    for (const { id, relationship, file } of ingredients)
      await builder.addIngredientFromBlob(
        JSON.stringify({ relationship, label: id, instance_id: id }),
        file.contentType,
        new BytesBlob(file.bytes),
      );
    return await builder.sign(signer, [], contentType, new BytesBlob(bytes));
  } finally {
    builder.free();
  }
}

/** `id` connects actions and ingredients within a manifest. */
type Ingredient = { id: string; relationship: 'parentOf' | 'componentOf'; file: FileBytes };

function listIngredients({ parent, parts = [] }: Pick<Manifest, 'parent' | 'parts'>): Ingredient[] {
  if (parent) return [{ id: 'parent', relationship: 'parentOf', file: parent }];
  return parts.map((file, index) => ({ id: `part-${index + 1}`, relationship: 'componentOf', file }));
}

function listActions(
  { parent, action = 'c2pa.edited.metadata', source = 'generated' }: Omit<Manifest, 'made' | 'recipe'>,
  ingredients: readonly Ingredient[],
): object[] {
  const digitalSourceType = sourceTypes[source];
  const parameters = { ingredientIds: ingredients.map(({ id }) => id) };
  if (parent)
    return [
      { action: 'c2pa.opened', parameters },
      { action, digitalSourceType },
    ];
  const created = { action: 'c2pa.created', digitalSourceType };
  return ingredients.length === 0 ? [created] : [created, { action: 'c2pa.placed', parameters }];
}
