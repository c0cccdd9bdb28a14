import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Check } from '../check.ts';
import { isForTests, isSupport } from '../workspaces.ts';

/** Files with state of their module, each with its reason. One that is no longer needed is a problem itself. */
const exceptions: Record<string, string> = {
  'api/src/plugins/request-bodies.ts':
    'a deadline belongs to its request and ends with it; routes know nothing else',
  'packages/db/src/prepared.ts':
    'a statement is named once for all pools; a watch belongs to the pool or client that is its key',
  'packages/queue/src/job-handler.ts': 'the context of a run belongs to the job that is its key',
};

const collections: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);
const writers: ReadonlySet<string> = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
]);

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * State of a server process has an owner: `deps.ts`, or the factory of a package. A variable of a module is shared by
 * all deps of a process, so tests share it too, and nothing shows that it is there. Tables that are never written are fine.
 */
export const moduleState: Check = {
  name: 'module state',
  findProblems(root, files) {
    const needed = new Set<string>();
    const problems = files
      .filter((path) => /^(?:api|worker|packages\/[^/]+)\/src\/.*\.ts$/.test(path))
      .filter((path) => !isForTests(path) && !isSupport(path))
      .flatMap((path) => {
        const found = findState(path, readFileSync(join(root, path), 'utf8'));
        if (exceptions[path] === undefined) return found;
        if (found.length > 0) needed.add(path);
        return [];
      });
    const stale = Object.keys(exceptions).filter((path) => files.includes(path) && !needed.has(path));
    return [...problems, ...stale.map((path) => `${path} needs no exception any more`)];
  },
};

function findState(path: string, source: string): string[] {
  const { program } = parseSync(path, source);
  const report = ({ start }: Node, name: string) =>
    `${path}:${source.slice(0, start).split('\n').length} ${name} is state of the module: let deps.ts or a factory own it`;
  const problems: string[] = [];
  const candidates = new Map<string, Node>();
  for (const statement of program.body as unknown as Node[]) {
    const declaration = (
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    ) as Node | null;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const each of declaration.declarations as Node[]) {
      const name = String((each.id as Node).name);
      if (declaration.kind !== 'const') problems.push(report(each, name));
      else if (isCollection(each.init as Node | null)) candidates.set(name, each);
    }
  }
  if (candidates.size === 0) return problems;
  for (const name of findWritten(program as unknown as Node, candidates))
    problems.push(report(candidates.get(name) as Node, name));
  return problems;
}

/** Whether an expression creates a collection. */
function isCollection(init: Node | null): boolean {
  if (!init) return false;
  if (init.type === 'NewExpression') return collections.has(String((init.callee as Node).name));
  return init.type === 'ArrayExpression' || init.type === 'ObjectExpression';
}

function findWritten(program: Node, candidates: ReadonlyMap<string, Node>): Set<string> {
  const written = new Set<string>();
  const note = (target: Node | undefined) => {
    const name = String(target?.name);
    if (target?.type === 'Identifier' && candidates.has(name)) written.add(name);
  };
  const noteMember = (target: Node) => {
    if (target.type === 'MemberExpression') note(target.object as Node);
  };
  new Visitor({
    CallExpression(given) {
      const callee = given.callee as unknown as Node;
      if (callee.type !== 'MemberExpression') return;
      if (writers.has(String((callee.property as Node).name))) note(callee.object as Node);
    },
    AssignmentExpression: (given) => noteMember(given.left as unknown as Node),
    UpdateExpression: (given) => noteMember(given.argument as unknown as Node),
    UnaryExpression(given) {
      if (given.operator === 'delete') noteMember(given.argument as unknown as Node);
    },
  }).visit(program as never);
  return written;
}
