import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredRow } from '../run-rows.ts';
import type { Machine } from './describe-machine.ts';

type Results = { machine: Machine; isQuick: boolean; results: readonly MeasuredRow[] };

/** Writes one file per run, named after its start; returns its path. */
export function writeResults(folder: string, results: Results): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${results.machine.startedAt.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
