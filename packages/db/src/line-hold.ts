/**
 * Whether nothing of an account's line starts although places are free: its owner has paused it, or the account owes credits
 * of payments that went back. Part of statements that read `credit_account`; start_waiting (migration 0084) has it too.
 */
export const isLineHeld = '(is_line_paused or debt > 0)';
