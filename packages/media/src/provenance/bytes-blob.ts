// Internals of @contentauth/c2pa-wasm 0.13.3. It signs what is in a `Blob`, never bytes, and reads it as it would in a
// worker of a browser: the size, and slices of it with the class `FileReaderSync`, which Node has not. Node's Blob would
// copy the bytes and hand them out asynchronously. So this module gives the process a `FileReaderSync` that knows the
// blobs of this file only. At an upgrade: docs/library-internals.md.

/** Bytes in place of a file: its slices share them. */
export class BytesBlob extends Blob {
  readonly held: Uint8Array;

  constructor(held: Uint8Array) {
    super([]);
    this.held = held;
    Object.defineProperty(this, 'size', { value: held.length });
  }

  override slice(start = 0, end = this.held.length): BytesBlob {
    return new BytesBlob(this.held.subarray(start, end));
  }
}

class BytesReader {
  readAsArrayBuffer({ held }: BytesBlob): ArrayBuffer {
    return Uint8Array.from(held).buffer;
  }
}

Object.assign(globalThis, { FileReaderSync: BytesReader });
