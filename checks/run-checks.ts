import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arrows } from './arrows/arrows.ts';
import type { Check } from './check.ts';
import { commandCheck } from './command-check.ts';
import { listRepositoryFiles } from './repository-files.ts';
import { browserStorage } from './small/browser-storage.ts';
import { browserTraps } from './small/browser-traps.ts';
import { citations } from './small/citations.ts';
import { docsPaths } from './small/docs-paths.ts';
import { docsSize } from './small/docs-size.ts';
import { fileNames } from './small/file-names.ts';
import { foldedLiterals } from './small/folded-literals.ts';
import { fragments } from './small/fragments.ts';
import { leftBehind } from './small/left-behind.ts';
import { libraryInternals } from './small/library-internals.ts';
import { lockfile } from './small/lockfile.ts';
import { mediaHomes } from './small/media.ts';
import { moduleState } from './small/module-state.ts';
import { names } from './small/names.ts';
import { packageTable } from './small/package-table.ts';
import { sizes } from './small/sizes.ts';
import { wording } from './small/wording.ts';
import { writingStyle } from './small/writing-style.ts';
import { billOfMaterials, vulnerabilities } from './supply-chain.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { report: { type: 'string' } } });

// Skips what has not changed since the last run: these caches make the second run twice as fast.
const cache = 'node_modules/.cache/checks';
const types = (project: string, name: string) => [
  'node_modules/typescript/bin/tsc',
  '--noEmit',
  '--incremental',
  // Several checkers of a project find the same types again, for half as much processor time more, and two projects run
  // at once.
  '--checkers',
  '1',
  '--tsBuildInfoFile',
  `${cache}/${name}.tsbuildinfo`,
  '-p',
  project,
];
// The slow ones first, so that the last one to end does not run alone.
const checks: Check[] = [
  commandCheck('web bundle', ['checks/bundle-budget.ts']),
  commandCheck('unused code', [
    'node_modules/knip/bin/knip.js',
    '--no-progress',
    '--cache',
    '--cache-location',
    `${cache}/knip`,
  ]),
  commandCheck('types', types('tsconfig.json', 'root')),
  commandCheck('types of web', types('web/tsconfig.json', 'web')),
  vulnerabilities,
  billOfMaterials,
  commandCheck('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  arrows,
  fileNames,
  sizes,
  fragments,
  foldedLiterals,
  wording,
  writingStyle,
  names,
  citations,
  browserStorage,
  browserTraps,
  mediaHomes,
  moduleState,
  packageTable,
  docsPaths,
  docsSize,
  lockfile,
  libraryInternals,
  leftBehind,
];

const results = await runAll(checks);
const failedCount = results.filter(({ problems }) => problems.length > 0).length;
if (values.report) writeFileSync(values.report, JSON.stringify(results));
console.log(
  failedCount === 0
    ? `All ${checks.length} checks are fine.`
    : `${failedCount} of ${checks.length} checks failed.`,
);
process.exitCode = failedCount === 0 ? 0 : 1;

/** Two at a time: most are programs of their own that use more than one core already. */
async function runAll(all: Check[]): Promise<{ name: string; problems: string[] }[]> {
  const files = listRepositoryFiles(root);
  const waiting = [...all];
  const done: { name: string; problems: string[] }[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const problems = await runOne(check, files);
      print(check.name, problems, (performance.now() - startedAt) / 1000);
      done.push({ name: check.name, problems });
    }
  };
  await Promise.all([work(), work()]);
  return done;
}

async function runOne(check: Check, files: string[]): Promise<string[]> {
  try {
    return await check.findProblems(root, files);
  } catch (error) {
    // A check that breaks must neither look like one that passed nor keep the others from running.
    return [`the check itself failed: ${(error as Error).stack ?? error}`];
  }
}

function print(name: string, problems: string[], durationSeconds: number): void {
  console.log(
    `${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(20)} ${durationSeconds.toFixed(1)} s`,
  );
  for (const line of problems.flatMap((problem) => problem.split('\n'))) {
    console.log(`      ${line.replaceAll(`${root}/`, '')}`);
  }
}
