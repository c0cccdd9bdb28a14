import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, by default in the system's temporary folder. Other users may pass through but not list it: when started as
 * root, the database server runs under another account.
 */
export function makeTemporaryDir(label: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `atelier ${label} `));
  chmodSync(folder, 0o711);
  return folder;
}
