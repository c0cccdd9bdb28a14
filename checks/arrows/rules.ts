import { findWorkspace, isForTests, isSupport } from '../workspaces.ts';
import { libraryHomes, packageLayers } from './allowed-imports.ts';
import type { Module, ModuleImport } from './module-graph.ts';
import { findUnsafeForBrowser } from './reach-from-browser.ts';

export interface Rule {
  name: string;
  /** Printed beside each violation. */
  why: string;
  find(modules: Module[]): string[];
}

type Crossing = { folders: string; line: string };
type Edge = { from: string; import: ModuleImport };

const apps = ['api', 'worker', 'web'];
/** Words of what the product is about, in the path of a file. */
const productWords =
  /\b(batch|credit|generation|kind|ledger|library|media|medium|project|record|trash)(e?s)?\b/;

export const rules: Rule[] = [
  {
    name: 'neighbours-import-one-way',
    why: 'two folders that import each other are one: move what both need',
    find: findTwoWay,
  },
  forbid(
    'nothing-unresolved',
    'the import leads nowhere',
    (edge) => edge.import.target.kind === 'unresolved',
  ),
  forbid('packages-never-reach-apps', 'packages are below the apps', ({ from, import: { target } }) => {
    return from.startsWith('packages/') && apps.includes(workspaceOfTarget(target) ?? '');
  }),
  forbid('apps-never-reach-each-other', 'apps meet over HTTP, jobs and events only', (edge) => {
    const [from, to] = [findWorkspace(edge.from) ?? '', workspaceOfTarget(edge.import.target) ?? ''];
    return apps.includes(from) && apps.includes(to) && from !== to;
  }),
  forbid('no-relative-path-across-workspaces', 'import a workspace by its package name', (edge) => {
    const { target } = edge.import;
    return (
      target.kind === 'file' && target.isRelative && findWorkspace(edge.from) !== findWorkspace(target.path)
    );
  }),
  forbid('packages-keep-their-layer', 'see the arrows in CONTRIBUTING.md', ({ from, import: { target } }) => {
    const own = readPackage(from);
    const to = readPackage(target.kind === 'file' ? target.path : '');
    return (
      own !== undefined &&
      !isForTests(from) &&
      to !== undefined &&
      to !== own &&
      !packageLayers[own]?.includes(to) &&
      // Said better by its own rule.
      !(target.kind === 'file' && isSupport(target.path))
    );
  }),
  forbid('catalog-and-contract-need-zod-only', 'the browser loads them', ({ from, import: { target } }) => {
    const isShared = ['catalog', 'contract'].includes(readPackage(from) ?? '') && !isForTests(from);
    return isShared && (target.kind === 'builtin' || (target.kind === 'package' && target.name !== 'zod'));
  }),
  {
    name: 'web-reaches-only-browser-safe-code',
    why: 'the browser may load catalog, contract and realtime/client, and nothing that needs Node',
    find: findUnsafeForBrowser,
  },
  ...libraryHomes.map(({ library, homes, inTests, why }) =>
    forbid(`library-home ${library.source}`, why, ({ from, import: { target } }) => {
      if (target.kind !== 'package' || !library.test(target.name)) return false;
      return !homes.includes(findWorkspace(from) ?? '') && !(inTests && isForTests(from));
    }),
  ),
  forbid('features-never-import-features', 'routes compose features', ({ from, import: { target } }) => {
    const [own, other] = [readFeature(from), readFeature(target.kind === 'file' ? target.path : '')];
    return own !== undefined && other !== undefined && own !== other;
  }),
  forbid('web-floors', 'routes → features → product → lib → ui', ({ from, import: { target } }) => {
    const [own, other] = [findFloor(from), findFloor(target.kind === 'file' ? target.path : '')];
    return own !== undefined && other !== undefined && other > own;
  }),
  {
    name: 'web-lib-without-product',
    why: 'web/src/lib is plumbing; what knows the product is in web/src/product',
    find: (modules) => {
      const plumbing = modules.filter(({ path }) => path.startsWith('web/src/lib/'));
      const catalog = forbid('', '', ({ import: { target } }) => {
        return target.kind === 'file' && readPackage(target.path) === 'catalog';
      });
      const named = plumbing.filter(({ path }) => productWords.test(path));
      return [...catalog.find(plumbing), ...named.map(({ path }) => `${path} is named after the product`)];
    },
  },
  forbid('api-plugins-import-no-module', 'modules build on plugins', ({ from, import: { target } }) => {
    const isModule = target.kind === 'file' && target.path.startsWith('api/src/modules/');
    return from.startsWith('api/src/plugins/') && isModule && !isForTests(from);
  }),
  forbid('migrations-import-nothing-of-ours', 'a migration must mean the same for ever', (edge) => {
    const folder = /^.*\/migrations\//.exec(edge.from)?.[0];
    const { target } = edge.import;
    if (folder === undefined || isForTests(edge.from) || target.kind !== 'file') return false;
    // The index only lists them in order.
    return !(edge.from === `${folder}index.ts` && target.path.startsWith(folder));
  }),
  forbid(
    'nothing-needs-the-local-stack-or-bench',
    'only scripts, tests and the build import the local stack, and nothing imports bench',
    ({ from, import: { target } }) => {
      if (target.kind !== 'file' || !isSupport(target.path)) return false;
      // The build draws the videos of the landing page with what the emulator draws.
      if (from.startsWith('web/build/')) return target.path !== 'packages/fal-emulator/src/media.ts';
      if (findWorkspace(target.path) === 'bench') return findWorkspace(from) !== 'bench';
      return !isSupport(from) && !isForTests(from) && !from.startsWith('checks/');
    },
  ),
  forbid('production-code-imports-no-test-code', 'tests are not shipped', ({ from, import: { target } }) => {
    return !isSupport(from) && !isForTests(from) && target.kind === 'file' && isForTests(target.path);
  }),
];

function forbid(name: string, why: string, isForbidden: (edge: Edge) => boolean): Rule {
  const find = (modules: Module[]) =>
    modules.flatMap(({ path: from, imports }) =>
      imports
        .filter((entry) => isForbidden({ from, import: entry }))
        .map((entry) => `${from}:${entry.line} imports '${entry.specifier}'`),
    );
  return { name, why, find };
}

/**
 * Finds neighbouring folders that import each other, and lists the imports of the direction with fewer of them. Folders are
 * neighbours when they lie in the same folder below a `src`. Tests may look both ways.
 */
function findTwoWay(modules: Module[]): string[] {
  const crossings = Map.groupBy(modules.flatMap(findCrossings), ({ folders }) => folders);
  return [...crossings].flatMap(([folders, there]) => {
    const [from = '', to = ''] = folders.split(' → ');
    const back = crossings.get(`${to} → ${from}`);
    const isWeaker = back && (there.length < back.length || (there.length === back.length && from < to));
    return isWeaker ? there.map(({ line }) => line) : [];
  });
}

function findCrossings({ path, imports }: Module): Crossing[] {
  if (isForTests(path)) return [];
  return imports.flatMap(({ target, line, specifier }) => {
    if (target.kind !== 'file') return [];
    const [own, other] = [path.split('/'), target.path.split('/')];
    const shared = own.findIndex((part, at) => part !== other[at]);
    const areFolders = shared < own.length - 1 && shared < other.length - 1;
    if (!areFolders || !own.slice(0, shared).includes('src')) return [];
    const [from, to] = [own, other].map((parts) => parts.slice(0, shared + 1).join('/'));
    return [{ folders: `${from} → ${to}`, line: `${path}:${line} imports '${specifier}'` }];
  });
}

function workspaceOfTarget(target: ModuleImport['target']): string | undefined {
  return target.kind === 'file' ? findWorkspace(target.path) : undefined;
}

function readPackage(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/** How high a folder of the web app stands; a file may import its own floor and those below. */
function findFloor(path: string): number | undefined {
  const folder = /^web\/src\/(ui|lib|product|features|routes)\//.exec(path)?.[1];
  return folder === undefined ? undefined : ['ui', 'lib', 'product', 'features', 'routes'].indexOf(folder);
}

function readFeature(path: string): string | undefined {
  return /^web\/src\/features\/([^/]+)/.exec(path)?.[1];
}
