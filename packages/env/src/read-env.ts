import type * as z from 'zod';

/** The variables of a process. Empty ones are absent. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Error with all problems of the configuration at once. */
export class ConfigurationError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads and checks a process's settings. `refusals` looks at variables side by side; it runs beside the schema and not
 * as its refinement, which zod skips while a field is wrong. Empty variables count as absent. Throws
 * ConfigurationError.
 */
export function readEnv<Schema extends z.ZodType>(
  schema: Schema,
  source: Variables = process.env,
  refusals: (present: Variables) => string[] = () => [],
): z.output<Schema> {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(present);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...refusals(present),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems);
  return parsed.data;
}
