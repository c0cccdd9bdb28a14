/** Where the money does not add up: which rule, at what, and how. */
export type LedgerProblem = { check: string; subject: string; expected: string; found: string };
