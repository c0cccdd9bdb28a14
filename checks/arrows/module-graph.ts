import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { createImportResolver, type ImportTarget } from './resolve-import.ts';

export interface ModuleImport {
  specifier: string;
  line: number;
  target: ImportTarget;
}

export interface Module {
  /** Relative to the repository's root. */
  path: string;
  imports: ModuleImport[];
}

export interface ModuleGraph {
  modules: Module[];
  /** Files that could not be read as modules, with the reason. */
  unreadable: string[];
}

/**
 * Reads the imports of every given source file, also type-only and dynamic ones: an arrow that only types use
 * still ties two folders together.
 *
 * Why not dependency-cruiser: it needs TypeScript 6 or older to see `.ts` files, and beside TypeScript 7 it reads
 * nothing at all and reports success.
 */
export function readModuleGraph(root: string, sourceFiles: string[]): ModuleGraph {
  const resolveImport = createImportResolver(root);
  const graph: ModuleGraph = { modules: [], unreadable: [] };
  for (const path of sourceFiles) {
    const source = readFileSync(join(root, path), 'utf8');
    const { program, errors } = parseSync(path, source);
    const [error] = errors;
    if (error) {
      graph.unreadable.push(`${path}: ${error.message}`);
      continue;
    }
    const imports = findSpecifiers(program).map(({ specifier, offset }) => ({
      specifier,
      line: source.slice(0, offset).split('\n').length,
      target: resolveImport(path, specifier),
    }));
    graph.modules.push({ path, imports });
  }
  return graph;
}

function findSpecifiers(program: Parameters<Visitor['visit']>[0]): { specifier: string; offset: number }[] {
  const found: { specifier: string; offset: number }[] = [];
  const collect = (source: { type: string; value?: unknown; start: number } | null | undefined) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found.push({ specifier: source.value, offset: source.start });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => collect(node.source),
    ExportNamedDeclaration: (node) => collect(node.source),
    ExportAllDeclaration: (node) => collect(node.source),
    ImportExpression: (node) => collect(node.source),
    TSImportType: (node) => collect(node.source),
  }).visit(program);
  return found;
}
