import init, { WasmReader } from '@contentauth/c2pa-wasm';
import wasmUrl from '@contentauth/c2pa-wasm/c2pa.wasm?url';
import {
  type Credentials,
  type KnownSigners,
  toCredentials,
  type WorkerReply,
  type WorkerRequest,
} from './credentials.ts';

// Reads a file slice by slice, so that neither the page nor the memory is filled by a long video. The server gives this
// script a content security policy of its own (api/src/plugins/web-app.ts): it can run WebAssembly, and pages cannot.

/** Settings with which nothing that a file names is fetched. */
const verify = { remote_manifest_fetch: false, ocsp_fetch: false };

const reply = (message: WorkerReply) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    await init({ module_or_path: wasmUrl });
  } catch (error) {
    return reply({ failure: String(error) });
  }
  // A file may name an address at which its manifest is, and the reader would open it.
  globalThis.fetch = () => Promise.reject(new Error('Files are read without the network'));
  reply({ ready: true });
  reply({ credentials: await read(data) });
});

const readTrust = (signers: KnownSigners | undefined) =>
  signers?.issuers ? { user_anchors: signers.issuers } : {};

async function read({ file, signers }: WorkerRequest): Promise<Credentials> {
  const settings = JSON.stringify({ verify, trust: readTrust(signers) });
  try {
    const reader = await WasmReader.fromBlob(file.type || 'image/jpeg', file, settings);
    return toCredentials(JSON.parse(reader.json()), signers);
  } catch (error) {
    if (/JumbfNotFound/.test(String(error))) return { state: 'none' };
    console.warn('The credentials of a file cannot be read', error);
    return { state: 'unreadable' };
  }
}
