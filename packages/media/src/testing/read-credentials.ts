import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Made, madeLabel, type Recipe, recipeLabel } from '@atelier/contract';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';

type Manifest = {
  assertions: { label: string; data: unknown }[];
  ingredients?: { relationship: string; active_manifest?: string }[];
  signature_info: { common_name: string };
};
type ManifestStore = {
  active_manifest: string;
  validation_state: 'Valid' | 'Invalid' | 'Trusted';
  manifests: Record<string, Manifest>;
};
type Action = { action: string; digitalSourceType?: string };

export type Credentials = {
  state: ManifestStore['validation_state'];
  made: Made | undefined;
  recipe: Recipe | undefined;
  actions: string[];
  sourceType: string | undefined;
  /** Whether a file is named as the parent, and how often something was signed about it. */
  hasParent: boolean;
  /** Number of files that are named as parts of it. */
  parts: number;
  manifests: number;
  signedBy: string;
};

/** Reads a file's content credentials with a C2PA reader. Returns undefined when it has none. */
export async function readCredentials(contentType: string, bytes: Buffer): Promise<Credentials | undefined> {
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  if (!bytes.includes('c2pa')) return undefined;
  const reader = await WasmReader.fromBytes(contentType, bytes);
  const store = JSON.parse(reader.json()) as ManifestStore;
  reader.free();
  const manifest = store.manifests[store.active_manifest];
  if (!manifest) throw new Error('The active manifest is missing');
  const find = (label: string) => manifest.assertions.find((assertion) => assertion.label === label)?.data;
  const { actions } = find('c2pa.actions.v2') as { actions: Action[] };
  return {
    state: store.validation_state,
    made: find(madeLabel) as Made | undefined,
    recipe: find(recipeLabel) as Recipe | undefined,
    actions: actions.map(({ action }) => action),
    sourceType: actions.find(({ digitalSourceType }) => digitalSourceType)?.digitalSourceType,
    hasParent: manifest.ingredients?.some(({ relationship }) => relationship === 'parentOf') ?? false,
    parts: manifest.ingredients?.filter(({ relationship }) => relationship === 'componentOf').length ?? 0,
    manifests: Object.keys(store.manifests).length,
    signedBy: manifest.signature_info.common_name,
  };
}
