import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getWorkFolder, temporaryName } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';

/** The list in a zip's `manifest.json`. */
export type Manifest = {
  add(file: object): Promise<void>;
  /** All of it as JSON: `head`, the files under this name, and what is missing. */
  read(parts: { head: object; list: string; missing: readonly object[] }): Readable;
  /** Removes what is on disk; call it in any case. */
  close(): Promise<void>;
};

/**
 * Opens a manifest that is on disk until it is read: with the prompts and settings of thousands of files it would take
 * more memory than all the rest of a zip.
 */
export async function openManifest(env: Pick<ApiDeps['env'], 'DATA_DIR'>): Promise<Manifest> {
  const folder = getWorkFolder(env);
  await mkdir(folder, { recursive: true });
  const path = join(folder, temporaryName());
  const lines = await open(path, 'wx+');
  let isEmpty = true;
  return {
    async add(file) {
      await lines.appendFile(`${isEmpty ? '' : ','}\n${indented(file, 4)}`);
      isEmpty = false;
    },
    read({ head, list, missing }) {
      const chunks = async function* () {
        yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  ${JSON.stringify(list)}: [`;
        yield* lines.createReadStream({ start: 0, autoClose: false });
        yield `${isEmpty ? '' : '\n  '}],\n  "missing": ${indented(missing, 2).trimStart()}\n}\n`;
      };
      return Readable.from(chunks(), { objectMode: false });
    },
    async close() {
      await lines.close();
      await rm(path, { force: true });
    },
  };
}

/** Writes a value as a part of a larger text. No line break of a value is at risk, since JSON escapes those. */
function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replace(/^/gm, ' '.repeat(spaces));
}
