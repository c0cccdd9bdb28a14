// No schema stands here: a page loads this file, and with a schema it would load zod.

export const maxRefundReasonLength = 500;
