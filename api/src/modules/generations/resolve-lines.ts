import { describedIssue, findKind, type KindInput, standInsInReach } from '@atelier/catalog';
import { isAppError, listUploadFields, type StandInConsent } from '@atelier/contract';
import { findFileIssues, type Seen } from '../uploads/file-limits.ts';
import { checkOwnFiles, type ResolvedInput, resolveInputFiles } from '../uploads/resolve-input-files.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';
import type { Problem, ReadLine } from './read-submission.ts';

/** Files are checked, and fetched from other servers, for this many lines at a time. */
const atOnce = 4;

/** The inputs of all lines with their files in our storage, or every line whose files cannot be used. */
export type ResolvedLines =
  | { ok: true; of: (line: ReadLine) => ResolvedInput }
  | { ok: false; problems: Problem[] };

/** The same files of several lines are checked and fetched once. */
export async function resolveLines(
  deps: UploadDeps,
  userId: string,
  lines: readonly ReadLine[],
): Promise<ResolvedLines> {
  const resolved = new Map<ReadLine, ResolvedInput>();
  const problems = await eachFiles(lines, async (group, first) => {
    const files = await resolveInputFiles(deps, userId, first);
    for (const line of group) resolved.set(line, { ...files, input: withFiles(line, files.input) });
  });
  const inputs = [...resolved].map(([line, { input }]) => ({ ...line, input }));
  problems.push(...(await findLimitProblems(deps, inputs)));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, of: (line) => resolved.get(line) ?? { input: line.input, keys: [], sources: [] } };
}

/** Every line whose files in our storage cannot be used. Files elsewhere are not fetched. */
export async function findFileProblems(
  deps: UploadDeps,
  userId: string,
  lines: readonly ReadLine[],
): Promise<Problem[]> {
  const problems = await eachFiles(lines, (_, first) => checkOwnFiles(deps, userId, first));
  const unusable = new Set(problems.map(({ line }) => line));
  const usable = lines.filter(({ line }) => !unusable.has(line));
  return [...problems, ...(await findLimitProblems(deps, usable))];
}

/** Files that are larger or longer than the settings of their line are for. */
async function findLimitProblems(deps: UploadDeps, lines: readonly ReadLine[]): Promise<Problem[]> {
  const seen: Seen = new Map();
  const problems: Problem[] = [];
  for (const { line, ...each } of lines) {
    const issues = await findFileIssues(deps, each, seen);
    problems.push(...issues.map((issue) => ({ line, ...issue })));
  }
  return problems;
}

/** Lines of which another kind has the owner's consent to stand in, but is not for files of this size or length. */
export async function findUnfitConsents(
  deps: UploadDeps,
  lines: readonly ReadLine[],
  files: Extract<ResolvedLines, { ok: true }>,
  consent: StandInConsent | undefined,
): Promise<Problem[]> {
  const { kind: id, max_credits: maxCredits } = consent ?? {};
  const other = id ? findKind(id) : undefined;
  if (!other || maxCredits == null) return [];
  const reached = lines.flatMap((line) => {
    const { input } = files.of(line);
    const asked = { kind: line.kind, input, maxCredits };
    return standInsInReach([other], asked).map((each) => ({ ...line, ...each }));
  });
  const unfit = new Set((await findLimitProblems(deps, reached)).map(({ line }) => line));
  return [...unfit].map((line) => ({ line, ...describedIssue('if_down', 'stand_in_unfit') }));
}

/** Works once for all lines with the same files; what it throws of them is a problem of each of these lines. */
async function eachFiles(
  lines: readonly ReadLine[],
  work: (group: readonly ReadLine[], first: ReadLine) => Promise<void>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const withFields = lines.filter(({ kind }) => listUploadFields(kind).length > 0);
  const waiting = Map.groupBy(withFields, groupKey).values();
  const workOnSome = async () => {
    for (const group of waiting) {
      const [first] = group;
      if (!first) continue;
      try {
        await work(group, first);
      } catch (error) {
        if (!isAppError(error) || typeof error.details.path !== 'string') throw error;
        const { code, message } = error;
        const path = error.details.path;
        problems.push(...group.map(({ line }) => ({ line, path, code, message, error })));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOnSome));
  return problems.toSorted((a, b) => Number(a.line) - Number(b.line));
}

function groupKey({ kind, input }: ReadLine): string {
  return JSON.stringify([kind.id, ...listUploadFields(kind).map(({ name }) => input[name])]);
}

function withFiles({ kind, input }: ReadLine, resolved: KindInput): KindInput {
  const files = listUploadFields(kind).map(({ name }) => [name, resolved[name]]);
  return { ...input, ...Object.fromEntries(files) };
}
