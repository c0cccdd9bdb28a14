// No schemas in this file: a page loads it, and a schema would load zod.

export const maxRefundReasonLength = 500;
