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
    // After a panic nothing else of the library can be trusted: the call fails, and its process is replaced.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
    return false;
  }
}

/** The same file with a signed manifest in it. Throws what the library throws. */
export async function signBytes(
  { contentType, bytes }: FileBytes,
  { made, recipe, parent, action = 'c2pa.edited.metadata', source = 'generated' }: Manifest,
  signer: ClaimSigner,
): Promise<Uint8Array> {
  const digitalSourceType = sourceTypes[source];
  const actions = parent
    ? [
        { action: 'c2pa.opened', parameters: { ingredientIds: [parentId] } },
        { action, digitalSourceType },
      ]
    : [{ action: 'c2pa.created', digitalSourceType }];
  const builder = WasmBuilder.fromJson(
    JSON.stringify({
      claim_generator_info: [{ name: 'Atelier' }],
      assertions: [
        { label: 'c2pa.actions.v2', data: { actions } },
        { label: madeLabel, data: made },
        ...(recipe ? [{ label: recipeLabel, data: recipe }] : []),
      ],
    }),
  );
  try {
    if (parent) {
      const ingredient = JSON.stringify({ relationship: 'parentOf', label: parentId, instance_id: parentId });
      await builder.addIngredientFromBlob(ingredient, parent.contentType, new BytesBlob(parent.bytes));
    }
    return await builder.sign(signer, [], contentType, new BytesBlob(bytes));
  } finally {
    builder.free();
  }
}

/** Connects action and ingredient within a manifest. */
const parentId = 'parent';
