import type { Machine } from './describe-machine.ts';

/** The head of every table: a figure without its machine and versions says nothing. */
export function describeMachineInWords(machine: Machine, isQuick: boolean): string {
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}`,
    versions.join(', '),
  ];
  if (machine.loadBefore > machine.cores / 2)
    lines.push(`The machine was busy before the start (load ${machine.loadBefore}): read ratios with care.`);
  if (isQuick) lines.push('Quick run: it shows that everything works; its figures prove nothing.');
  return lines.join('\n');
}
