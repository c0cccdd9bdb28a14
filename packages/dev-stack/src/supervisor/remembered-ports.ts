import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '@atelier/local-postgres';

/** Ports of the parts behind the web address; stored addresses (the issuer, media of the emulator) hold them. */
export type RememberedPorts = {
  emulator?: number;
  openid?: number;
  checkout?: number;
};

export function readRememberedPorts(dataDir: string): RememberedPorts {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as RememberedPorts;
  } catch (error) {
    // Missing at the first start; a damaged file costs only the old port numbers.
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

export function writeRememberedPorts(dataDir: string, ports: RememberedPorts): void {
  const draft = join(dataDir, `ports.json.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(ports)}\n`);
  renameSync(draft, join(dataDir, 'ports.json'));
}
