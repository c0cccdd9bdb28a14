import type { Module } from './module-graph.ts';

/**
 * Finds groups of files that import each other in a circle and gives one such circle of each, as paths in order
 * (the first one follows the last). Tarjan's strongly connected components, then the shortest way round.
 */
export function findCycles(modules: Module[]): string[][] {
  const neighbours = new Map(modules.map((module) => [module.path, importedFiles(module)]));
  return findComponents(neighbours)
    .filter(([first = '', ...rest]) => rest.length > 0 || neighbours.get(first)?.includes(first))
    .map((component) => shortestCircle(component, neighbours));
}

function importedFiles(module: Module): string[] {
  return module.imports.flatMap(({ target }) => (target.kind === 'file' ? [target.path] : []));
}

function findComponents(neighbours: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];

  const visit = (path: string): number => {
    const index = order.size;
    order.set(path, index);
    let low = index;
    stack.push(path);
    for (const next of neighbours.get(path) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(path, low);
    if (low === index) components.push(stack.splice(stack.indexOf(path)));
    return low;
  };

  for (const path of neighbours.keys()) if (!order.has(path)) visit(path);
  return components;
}

function shortestCircle(component: string[], neighbours: Map<string, string[]>): string[] {
  const start = [...component].sort()[0] ?? '';
  const members = new Set(component);
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (const trail of queue) {
    for (const next of neighbours.get(trail.at(-1) ?? '') ?? []) {
      if (next === start) return trail;
      if (!members.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...trail, next]);
    }
  }
  return component;
}
