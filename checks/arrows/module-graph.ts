import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { createImportResolver, type ImportTarget } from './resolve-import.ts';

export type ModuleImport = {
  specifier: string;
  line: number;
  target: ImportTarget;
  /** `import('./x.ts')`: a chunk of its own in the browser. */
  isDynamic: boolean;
};

export type Module = {
  /** Relative to the repository's root. */
  path: string;
  imports: ModuleImport[];
};

export type ModuleGraph = {
  modules: Module[];
  /** Files that could not be read as modules, with the reason. */
  unreadable: string[];
  /** How many files were to be read; a reader that silently skips some would find every rule kept. */
  sourceCount: number;
};

const sourceFile = /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/;
const graphs = new WeakMap<string[], ModuleGraph>();

/** The graph of the source files among `files`, read once for all checks that get the same list. */
export function moduleGraphOf(root: string, files: string[]): ModuleGraph {
  const graph =
    graphs.get(files) ??
    readModuleGraph(
      root,
      files.filter((path) => sourceFile.test(path)),
    );
  graphs.set(files, graph);
  return graph;
}

/**
 * Reads the imports of every given source file, also type-only and dynamic ones: an arrow that only types use
 * still ties two folders together.
 *
 * Why not dependency-cruiser: it needs TypeScript 6 or older to see `.ts` files, and beside TypeScript 7 it reads
 * nothing at all and reports success.
 */
function readModuleGraph(root: string, sourceFiles: string[]): ModuleGraph {
  const resolveImport = createImportResolver(root);
  const graph: ModuleGraph = { modules: [], unreadable: [], sourceCount: sourceFiles.length };
  for (const path of sourceFiles) {
    const source = readFileSync(join(root, path), 'utf8');
    const { program, errors } = parseSync(path, source);
    const [error] = errors;
    if (error) {
      graph.unreadable.push(`${path}: ${error.message}`);
      continue;
    }
    const imports = findSpecifiers(program).map(({ specifier, offset, isDynamic }) => ({
      specifier,
      line: source.slice(0, offset).split('\n').length,
      target: resolveImport(path, specifier),
      isDynamic,
    }));
    graph.modules.push({ path, imports });
  }
  return graph;
}

type Specifier = { specifier: string; offset: number; isDynamic: boolean };
type Source = { type: string; value?: unknown; start: number };

function findSpecifiers(program: Parameters<Visitor['visit']>[0]): Specifier[] {
  const found: Specifier[] = [];
  const collect = (source: Source | null | undefined, isDynamic = false) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found.push({ specifier: source.value, offset: source.start, isDynamic });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => collect(node.source),
    ExportNamedDeclaration: (node) => collect(node.source),
    ExportAllDeclaration: (node) => collect(node.source),
    ImportExpression: (node) => collect(node.source, true),
    TSImportType: (node) => collect(node.source),
  }).visit(program);
  return found;
}
