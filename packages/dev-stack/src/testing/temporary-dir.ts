import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, under the system's temporary one unless `parent` says otherwise. Others may pass through but not list
 * it: under root the database server has an account of its own.
 */
export function makeTemporaryDir(label: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `atelier ${label} `));
  chmodSync(folder, 0o711);
  return folder;
}
