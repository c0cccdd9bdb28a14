import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Made, madeLabel, type Recipe, recipeLabel } from '@atelier/contract';
import { createClaimSigner, readChain } from '@atelier/media/claim-signer';
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm';

export type Signing = {
  made?: unknown;
  recipe?: unknown;
  /** Other assertions, by their labels. */
  assertions?: Record<string, unknown>;
  /** File that the signed one was made from. */
  parent?: { bytes: Uint8Array; type: string; title: string };
};

/** Signs a file as the product does, with a certificate that nothing but tests may trust. */
export async function signFile(
  bytes: Uint8Array,
  type: string,
  signing: Signing = {},
): Promise<Buffer<ArrayBuffer>> {
  prepare();
  const { made, recipe, assertions = {}, parent } = signing;
  const own = { ...(made ? { [madeLabel]: made } : {}), ...(recipe ? { [recipeLabel]: recipe } : {}) };
  const definition = {
    claim_generator_info: [{ name: 'Atelier', version: '0.1.0' }],
    assertions: [
      ...(parent ? [] : [{ label: 'c2pa.actions.v2', data: { actions: [created] } }]),
      ...Object.entries({ ...own, ...assertions }).map(([label, data]) => ({ label, data })),
    ],
  };
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), settings);
  if (parent) {
    const ingredient = { title: parent.title, format: parent.type, relationship: 'parentOf' };
    await builder.addIngredientFromBlob(
      JSON.stringify(ingredient),
      parent.type,
      new KeptBlob([Uint8Array.from(parent.bytes)]),
    );
    builder.setIntent('edit');
  }
  const key = /-----BEGIN PRIV.*?END PRIVATE KEY-----/s.exec(readKeys())?.[0] ?? '';
  const signer = createClaimSigner({ key, certificates: readKeys() });
  const signed = await builder.sign(signer, [], type, new KeptBlob([Uint8Array.from(bytes)]));
  return Buffer.from(Uint8Array.from(signed));
}

/** Returns the reader's report on a file. In the browser it runs in a worker. `issuers` are those to trust, as PEM. */
export async function readReport(bytes: Uint8Array, type: string, issuers?: string): Promise<unknown> {
  prepare();
  const trust = issuers ? { user_anchors: issuers } : {};
  const reader = await WasmReader.fromBytes(type, Uint8Array.from(bytes), JSON.stringify({ trust }));
  return JSON.parse(reader.json());
}

export const sampleMade: Made = {
  kind: 'flux-schnell',
  endpoint: 'fal-ai/flux/schnell',
  made_at: '2026-11-20T08:30:00.000Z',
  request_sha256: 'ab'.repeat(32),
};

export function sampleRecipe(change: Partial<Recipe> = {}): Recipe {
  return {
    generation: '3b241101-e2bb-4255-8caf-4136c566a962',
    kind: 'flux-schnell',
    input: { prompt: 'A lighthouse', image_size: 'square_hd', num_images: 1, seed: 7 },
    seed: 7,
    ...change,
  };
}

const created = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
};
const settings = JSON.stringify({ builder: { thumbnail: { enabled: false } } });

/**
 * The builder reads its source slice by slice with a class that Node lacks; its blobs keep their bytes for it, under the
 * name that the product's own reader gives them: in tests that share a process, the reader is that of the module that was
 * loaded last.
 */
class KeptBlob extends Blob {
  readonly held: Uint8Array<ArrayBuffer>;
  constructor(parts: Uint8Array<ArrayBuffer>[]) {
    super(parts);
    this.held = parts[0] ?? new Uint8Array();
  }
  override slice(start?: number, end?: number): KeptBlob {
    return new KeptBlob([this.held.slice(start, end)]);
  }
}

let isPrepared = false;
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer({ held }: KeptBlob): ArrayBuffer {
        return Uint8Array.from(held).buffer;
      }
    },
  });
  initSync({
    module: readFileSync(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')),
  });
}

/** The certificate that signs, and the one of its authority. */
export function testCertificates(): [X509Certificate, X509Certificate] {
  const [own, authority] = readChain(readKeys());
  if (!own || !authority) throw new Error('A certificate of the tests is missing');
  return [own, authority];
}

const readKeys = () => readFileSync(join(import.meta.dirname, 'test-keys.pem'), 'utf8');
