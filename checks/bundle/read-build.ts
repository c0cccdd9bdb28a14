import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** One entry of Vite's manifest. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export interface Build {
  /** Chunks by the path of their source, as Vite writes it. */
  manifest: Record<string, Chunk>;
  /** Size of one built file in bytes of brotli 11. */
  measureSize(file: string): number;
}

/** Reads the manifest of a build and knows the size of its files as they travel. */
export function readBuild(dist: string): Build {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  return { manifest, measureSize: (file) => brotliSize(join(dist, file)) };
}

function brotliSize(path: string): number {
  // The build compresses its files itself; what it leaves out is too small to matter, yet counted.
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  const bytes = readFileSync(path);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
