/**
 * Whether nothing of an account's line starts although places are free: its owner has paused it, or the account owes credits
 * of payments that went back. `account`: its row of `credit_account` in the statement; start_waiting (migration 0084) has
 * the condition too.
 */
export const isLineHeld = (account: string) => `(${account}.is_line_paused or ${account}.debt > 0)`;
