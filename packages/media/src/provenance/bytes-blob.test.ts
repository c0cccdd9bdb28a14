import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { BytesBlob } from './bytes-blob.ts';

const library = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm'));

it('the library reads a blob by its size, its slices and FileReaderSync, and by nothing else', async () => {
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  const create = { width: 9, height: 9, channels: 3, background: '#3366cc' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const asked = new Set<PropertyKey>();
  const blob = new Proxy(new BytesBlob(bytes), {
    get(on, name) {
      asked.add(name);
      return Reflect.get(on, name);
    },
  });
  const { FileReaderSync } = globalThis as unknown as {
    FileReaderSync: { prototype: { readAsArrayBuffer(): ArrayBuffer } };
  };
  const read = vi.spyOn(FileReaderSync.prototype, 'readAsArrayBuffer');
  // It has read the image, then: nothing is signed about it.
  await expect(WasmReader.fromBlob('image/png', blob)).rejects.toThrow(/JumbfNotFound/);
  expect(read).toHaveBeenCalled();
  expect([...asked].toSorted()).toEqual(['held', 'size']);
  // It asks for slices of large files. The script around its WebAssembly has everything that it can ask for.
  const script = readFileSync(library, 'utf8');
  const imports = [...script.matchAll(/__wbg_([A-Za-z]+)_[\da-f]{16}: function/g)].map(([, name]) => name);
  expect(imports).toEqual(expect.arrayContaining(['readAsArrayBuffer', 'size', 'slice']));
  expect(imports).not.toContain('stream');
});
