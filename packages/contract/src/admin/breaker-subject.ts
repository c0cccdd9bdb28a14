/** Subject of a verdict of the provider that is not about one request, and of a breaker. */
export type BreakerSubject = 'account' | 'provider' | `kind:${string}`;

const prefix = 'kind:';

export function toKindSubject(kind: string): `kind:${string}` {
  return `${prefix}${kind}`;
}

/** Finds the kind that a breaker holds. Returns undefined when it holds all kinds. */
export function findSubjectKind(subject: string): string | undefined {
  return subject.startsWith(prefix) ? subject.slice(prefix.length) : undefined;
}
