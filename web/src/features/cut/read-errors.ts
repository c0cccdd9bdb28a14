import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import type { Cut } from './bench-state.ts';

export type CutErrors = {
  /** Texts by clip id and field; the empty field is the clip itself. */
  clips: Readonly<Record<string, Partial<Record<string, string>>>>;
  /** Texts by field of the whole cut. */
  whole: Partial<Record<string, string>>;
  /** Texts that belong to no field. */
  other: readonly string[];
};

export const noErrors: CutErrors = { clips: {}, whole: {}, other: [] };

/** Sorts the problems of a refused cut to their fields. Returns undefined for a refusal that is about none. */
export function readErrors(
  error: unknown,
  cut: Cut,
  formatProblem: (problem: InputProblem) => string,
): CutErrors | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issues = error.issues.length > 0 ? error.issues : readFileProblem(error);
  if (issues.length === 0) return undefined;
  const clips: Record<string, Partial<Record<string, string>>> = {};
  const whole: Partial<Record<string, string>> = {};
  const other: string[] = [];
  for (const issue of issues) {
    const text = formatProblem(issue);
    const [, place, field = ''] = /^(?:plan\.)?clips(?:\.|\[)(\d+)\]?(?:\.(.+))?$/.exec(issue.path) ?? [];
    const clip = place === undefined ? undefined : cut.clips[Number(place)];
    const name = issue.path.replace(/^plan\.?/, '');
    if (clip) clips[clip.id] = { [field]: text, ...clips[clip.id] };
    else if (/^(shape|sound|caption|poster_seconds)\b/.test(name)) whole[name] ??= text;
    else other.push(text);
  }
  return { clips, whole, other };
}

/** A file that is gone or of another sort is refused on its own, with the place of its address. */
function readFileProblem({ code, reply }: ApiError): InputProblem[] {
  const { path, message = '' } = reply;
  return typeof path === 'string' ? [{ path, code, message }] : [];
}
