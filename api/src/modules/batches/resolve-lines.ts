import type { KindInput } from '@atelier/catalog';
import { AppError, isAppError, uploadFieldsOf } from '@atelier/contract';
import { findFileIssues, type Seen } from '../uploads/file-limits.ts';
import { checkOwnFiles, type ResolvedInput, resolveInputFiles } from '../uploads/resolve-input-files.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';
import type { BatchLine, LineProblem } from './read-lines.ts';

/** Files are checked, and fetched from other servers, for this many lines at a time. */
const atOnce = 4;

/**
 * The inputs of all lines with their files in our storage. The same files of several lines are checked and fetched once.
 * Throws validation_failed with every line whose files cannot be used.
 */
export async function resolveLines(
  deps: UploadDeps,
  userId: string,
  lines: readonly BatchLine[],
): Promise<ResolvedInput[]> {
  const resolved = new Map<BatchLine, ResolvedInput>();
  const problems = await eachFiles(lines, async (group, first) => {
    const files = await resolveInputFiles(deps, userId, first);
    for (const line of group) resolved.set(line, { ...files, input: withFiles(line, files.input) });
  });
  const inputs = [...resolved].map(([line, { input }]) => ({ ...line, input }));
  problems.push(...(await findLimitProblems(deps, inputs)));
  if (problems.length > 0) throw linesRefused(problems);
  return lines.map((line) => resolved.get(line) ?? { input: line.input, keys: [], sources: [] });
}

/** Every line whose files in our storage cannot be used. Files elsewhere are not fetched. */
export async function findFileProblems(
  deps: UploadDeps,
  userId: string,
  lines: readonly BatchLine[],
): Promise<LineProblem[]> {
  const problems = await eachFiles(lines, (_, first) => checkOwnFiles(deps, userId, first));
  const unusable = new Set(problems.map(({ line }) => line));
  const usable = lines.filter(({ line }) => !unusable.has(line));
  return [...problems, ...(await findLimitProblems(deps, usable))];
}

/** Files that are larger or longer than the settings of their line are for. */
async function findLimitProblems(deps: UploadDeps, lines: readonly BatchLine[]): Promise<LineProblem[]> {
  const seen: Seen = new Map();
  const problems: LineProblem[] = [];
  for (const { line, ...each } of lines) {
    const issues = await findFileIssues(deps, each, seen);
    problems.push(...issues.map(({ path, code, message }) => ({ line, path, code, message })));
  }
  return problems;
}

/** Works once for all lines with the same files; what it throws of them is a problem of each of these lines. */
async function eachFiles(
  lines: readonly BatchLine[],
  work: (group: readonly BatchLine[], first: BatchLine) => Promise<void>,
): Promise<LineProblem[]> {
  const problems: LineProblem[] = [];
  const waiting = Map.groupBy(lines, filesOf).values();
  const workOnSome = async () => {
    for (const group of waiting) {
      const [first] = group;
      if (!first) continue;
      try {
        await work(group, first);
      } catch (error) {
        if (!isAppError(error) || typeof error.details.path !== 'string') throw error;
        const { code, message, details } = error;
        problems.push(...group.map(({ line }) => ({ line, path: String(details.path), code, message })));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOnSome));
  return problems.toSorted((a, b) => a.line - b.line);
}

/** Names each problem by its line: `lines.17.prompt`. */
export function linesRefused(problems: readonly LineProblem[]): AppError {
  const issues = problems.map(({ line, path, code, message }) => ({
    path: `lines.${line}.${path}`,
    code,
    message,
  }));
  return new AppError('validation_failed', { details: { issues } });
}

/** Lines without files are one group, of which nothing is resolved. */
function filesOf({ kind, input }: BatchLine): string {
  const fields = uploadFieldsOf(kind);
  return fields.length === 0 ? '' : JSON.stringify([kind.id, ...fields.map(({ name }) => input[name])]);
}

function withFiles({ kind, input }: BatchLine, resolved: KindInput): KindInput {
  const files = uploadFieldsOf(kind).map(({ name }) => [name, resolved[name]]);
  return { ...input, ...Object.fromEntries(files) };
}
