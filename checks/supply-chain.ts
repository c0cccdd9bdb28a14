import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';

/** Where the last run left the list of everything that production code is made of. */
const sbomFile = 'node_modules/.cache/checks/sbom.cdx.json';

type AuditReport = {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
  message?: string;
};

/** Known vulnerabilities of what production runs. Not every registry has an audit, and a machine may be offline. */
export const vulnerabilities: Check = {
  name: 'vulnerabilities',
  async findProblems(root) {
    const args = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=15000'];
    const report = parse<AuditReport>(await runNpm(root, args));
    if (report?.vulnerabilities) return findSevere(report);
    const reason = report?.message ?? 'npm gave no report';
    console.warn(`\n!! Known vulnerabilities were NOT looked up: ${reason}\n`);
    return [];
  },
};

/** Exported for its test. */
export function findSevere({ vulnerabilities: found = {} }: AuditReport): string[] {
  return Object.entries(found)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `${name} ${range}: a known vulnerability of severity ${severity}`);
}

type Sbom = {
  components: { name: string; version?: string; licenses?: { license?: { id?: string; name?: string } }[] }[];
};

/** Writes a CycloneDX list of every package that production runs, and refuses one without a version. */
export const billOfMaterials: Check = {
  name: 'bill of materials',
  async findProblems(root) {
    const text = await runNpm(root, ['sbom', '--sbom-format=cyclonedx', '--omit=dev']);
    const sbom = parse<Sbom>(text);
    if (!sbom || sbom.components.length === 0) return ['npm sbom lists no package'];
    const file = join(root, sbomFile);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return sbom.components.filter(({ version }) => !version).map(({ name }) => `${name} has no version`);
  },
};

function parse<Report>(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    // Not a report: the caller says so.
    return undefined;
  }
}

/** Returns the output of npm. A failed audit exits with a code of its own and prints a report all the same. */
function runNpm(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd, maxBuffer: 64 * 1_048_576 }, (_error, stdout) => resolve(stdout));
  });
}
