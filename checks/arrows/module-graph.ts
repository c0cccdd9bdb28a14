import { type Source, toSources } from '../read-sources.ts';
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

const graphs = new WeakMap<string[], ModuleGraph>();

/** The graph of the source files among `files`, read once for all checks that get the same list. */
export function getModuleGraph(root: string, files: string[]): ModuleGraph {
  const graph = graphs.get(files) ?? readModuleGraph(root, toSources(root, files));
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
function readModuleGraph(root: string, sources: Source[]): ModuleGraph {
  const resolveImport = createImportResolver(root);
  const graph: ModuleGraph = { modules: [], unreadable: [], sourceCount: sources.length };
  for (const { path, text, specifiers, error } of sources) {
    if (error !== undefined) {
      graph.unreadable.push(`${path}: ${error}`);
      continue;
    }
    const imports = specifiers.map(({ specifier, offset, isDynamic }) => ({
      specifier,
      line: text.slice(0, offset).split('\n').length,
      target: resolveImport(path, specifier),
      isDynamic,
    }));
    graph.modules.push({ path, imports });
  }
  return graph;
}
