/**
 * Whether an account itself keeps its line from starting: its owner has paused it, or it owes credits of payments that went
 * back. `account`: its row of `credit_account` in the statement.
 */
export const isAccountHeld = (account: string) => `(${account}.is_line_paused or ${account}.debt > 0)`;

/**
 * Whether nothing of an account's line starts although places are free: the account or the provider holds it. start_waiting
 * (migration 0086) has the condition too.
 */
export const isLineHeld = (account: string) => `(${isAccountHeld(account)} or is_provider_held())`;

/** Whether a breaker is about a kind, its own or one of all. Both are given as SQL. */
export const isAboutKind = (breaker: string, kind: string) =>
  `(${breaker}.subject in ('account', 'provider') or ${breaker}.subject = 'kind:' || ${kind})`;

/**
 * Whether the breaker of a kind holds what is reserved of it. Spelled out, because PostgreSQL plans a function with a subquery
 * again in every statement.
 */
export const isKindHeld = (kind: string) =>
  `exists (select from provider_breaker b where b.state = 'open' and b.subject = 'kind:' || ${kind})`;
