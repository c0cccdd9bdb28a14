/** Profile that Node writes with --cpu-prof; times in microseconds of the system's monotonic clock. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
};

export type Span = { fromUs: number; toUs: number };

/** Now, on the clock of profiles. */
export function profileClockUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Milliseconds of the span that each part was on the processor itself, without what it called; the largest first. */
export function selfTimeByPart(profile: CpuProfile, { fromUs, toUs }: Span): [part: string, ms: number][] {
  const parts = new Map(profile.nodes.map(({ id, callFrame }) => [id, findPart(callFrame)]));
  const times = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    // A delta is the time between the sample before and this one.
    at += profile.timeDeltas[index] ?? 0;
    const part = parts.get(node);
    const us = profile.timeDeltas[index + 1] ?? 0;
    if (part !== undefined && at >= fromUs && at < toUs) times.set(part, (times.get(part) ?? 0) + us / 1_000);
  }
  return [...times].sort(([, a], [, b]) => b - a);
}

const engine: Readonly<Record<string, string | undefined>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'the system, outside of JavaScript',
  '(idle)': undefined,
  '(root)': undefined,
};

/** A package, a workspace, a part of Node; undefined while nothing runs. */
function findPart({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (Object.hasOwn(engine, functionName)) return engine[functionName];
  const installed = url.lastIndexOf('/node_modules/');
  if (installed >= 0) {
    const [scope = '', name = ''] = url.slice(installed + '/node_modules/'.length).split('/');
    return scope.startsWith('@') ? `${scope}/${name}` : scope;
  }
  if (url.startsWith('node:')) return /http/.test(url) ? 'node http' : nodeParts(url);
  const [, workspace] = /\/(api|worker|packages\/[^/]+)\/src\//.exec(url) ?? [];
  return workspace ?? `built into V8: ${functionName}`;
}

function nodeParts(url: string): string {
  return /stream|net|buffer/.test(url) ? 'node streams and sockets' : 'node, the rest';
}
