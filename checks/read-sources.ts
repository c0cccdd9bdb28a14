import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comment, type ParseResult, parseSync, Visitor } from 'oxc-parser';

export type Specifier = {
  specifier: string;
  offset: number;
  /** `import('./x.ts')`: a chunk of its own in the browser. */
  isDynamic: boolean;
};

export type Source = {
  /** Relative to the repository's root. */
  path: string;
  text: string;
  comments: Comment[];
  /** Every import and export of another module, also of types alone. */
  specifiers: Specifier[];
  /** Message of the first error, of a file that cannot be parsed. */
  error?: string;
};

const sourceFile = /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/;
const sources = new WeakMap<string[], Source[]>();

/** Every source file among `files`, read and parsed once for all checks that get the same list. */
export function toSources(root: string, files: string[]): Source[] {
  const known = sources.get(files);
  if (known) return known;
  const read = files.filter((path) => sourceFile.test(path)).map((path) => readSource(root, path));
  sources.set(files, read);
  return read;
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const parsed = parseSync(path, text);
  const { comments, errors } = parsed;
  const specifiers = needsTree.test(text) ? findInTree(parsed.program) : findInRecord(parsed.module);
  return { path, text, comments, specifiers, error: errors[0]?.message };
}

/** The parser's record of a module leaves out imports that are types, expressions or in an ambient module, and `export {}`. */
const needsTree = /\bimport\s*\(|\bdeclare\s+module\b|\bexport\s+(?:type\s*)?\{\s*\}\s*from/;

/** Reads the record, which costs a tenth of the syntax tree. */
function findInRecord({ staticImports, staticExports }: ParseResult['module']): Specifier[] {
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
  ];
  // Each name of a statement has the request again, and so has a name that is imported first and exported then.
  const byOffset = new Map(requests.map(({ value, start }) => [start, value]));
  return [...byOffset].map(([offset, specifier]) => ({ specifier, offset, isDynamic: false }));
}

type Literal = { type: string; value?: unknown; start: number };

function findInTree(program: ParseResult['program']): Specifier[] {
  const found: Specifier[] = [];
  const collect = (source: Literal | null | undefined, isDynamic = false) => {
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
